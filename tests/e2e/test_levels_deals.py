"""Whole deals of the Shengji games, 甲 and 乙 with a browser each, one of them a phone."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.levels_stage import deal_of, of_rank
from tests.e2e.playing import Person

WATCH = """() => { window.watched = []; setInterval(() => window.watched.push([
    document.querySelectorAll('input[name=c]').length,
    !!document.querySelector('button[name=do][value^="show "]')]), 40); }"""
CARD = re.compile(r'name="?c"? value="?([3-9TJQKA2sB][CDHS]?[a-d])')
OTHER = {"phone": "desktop", "desktop": "phone"}

# 甲 deals with spades and shows 3S, the third card. 甲 throws QC KC, which 丙's AC beats; ruffs 丙's 5H with 4S;
# throws nine trumps, to which 乙 follows from ten spades; and loses the last card, KC, to 乙's last spade.
SHENGJI = "shengji(draw_pace=1.0,show_grace=3)"
SHENGJI_HANDS = (
    "KC QC 3S 4S 3H 3C 3D 2S 2H 2C s B",
    "JC QH AS KS QS JS TS 9S 8S 7S 6S 5S",
    "AC 5H 9C TC 4H 6H 8H 9H TH JH AH 8C",
    "7C 7H 6C 5C 4C 6D 7D 8D 9D JD QD AD",
)
SHENGJI_KITTY = "KH KD TD 5D 4D 2D"
NINE = ("3Sa", "3Ha", "3Ca", "3Da", "2Sa", "2Ha", "2Ca", "sa", "Ba")

# 甲 shows 3S and 乙 counters with a big joker: whatever 乙 draws next is a club. 甲 holds the high trumps; 甲 ruffs 乙's 4D
# and wins every trick from there, the last pair of queens the bottom.
HUOLONG = "huolong(draw_pace=1.0)"
METEORS = [f"{rank}{suit}" * 3 for rank in "32" for suit in "HDCS"]
METEORS += ["sss", "ACACAC", "KCKCKC", "JCJCJC"]
REST = [card for suit in "SHD" for card in of_rank("456789TJQKA", suit, 3).split()]
HUOLONG_HANDS = (
    " ".join(
        (
            "QC QC 3S 3S 3S s s s QC",
            *(of_rank("3", suit, 3) for suit in "HDC"),
            *(of_rank("2", suit, 3) for suit in "SHDC"),
            of_rank("AKJ", "C", 3),
        )
    ),
    f"4D 5D B {of_rank('456789T', 'C', 3)} {{rest}}",
    "B {rest}",
    "B {rest}",
)


@pytest.fixture
def two(newcomer, levels, either):
    """甲 by one size of browser and 乙 by the other, at a table where no match has begun."""

    def sit(ruleset: str):
        code = levels.table(ruleset)
        people = [newcomer(either), newcomer(OTHER[either])]
        for person, name in zip(people, "甲乙", strict=True):
            person.take_seat(levels.session(name), code)
        return (*people, code)

    return sit


def shows(person: Person) -> Locator:
    return person.page.locator('button[name=do][value^="show "]')


def trump(person: Person) -> Locator:
    return person.page.locator("#r-status .trump")


def laid(person: Person, seat: int) -> Locator:
    return person.seat(seat).locator(".laid > b")


def check_reload(person, levels, code, seat, order) -> None:
    """The page as the server sends it, and as it stands, holds the cards drawn so far and no other."""
    before = levels.drawn(code, seat)
    sent = set(CARD.findall(person.page.reload().text()))
    assert set(before) <= sent <= set(levels.drawn(code, seat))
    assert sent == {f"{card}a" for card in order[: len(sent)]}
    expect(person.page.locator("#link-state")).to_have_text("已连接")


def play(person, cards) -> None:
    person.tick(cards)
    person.do("play")


def watched(person) -> list[list[int]]:
    """How many cards lay in hand, and whether a show was offered, each time one of them changed."""
    states = person.page.evaluate("() => window.watched")
    return [state for at, state in enumerate(states) if not at or states[at - 1] != state]


def huolong_deal() -> str:
    rest = list(REST)
    for card in ("4D", "5D"):
        rest.remove(card)
    kitty = [rest.pop(0) for _ in range(6)]
    hands = [HUOLONG_HANDS[0]]
    for hand in HUOLONG_HANDS[1:]:
        wanting = 39 - (len(hand.split()) - 1)
        hands.append(hand.format(rest=" ".join(rest[:wanting])))
        rest = rest[wanting:]
    assert not rest
    return deal_of(hands, " ".join(kitty))


def test_a_whole_deal_of_shengji_with_a_show_a_failed_throw_a_ruff_and_the_kitty_won(  # noqa: PLR0915 -- one deal from its first card to the next
    two, levels
):
    one, other, code = two(SHENGJI)
    one.page.evaluate(WATCH)
    levels.begin(code, deal_of(SHENGJI_HANDS, SHENGJI_KITTY))

    # Card after card comes to the hand, and the show lights with the level card.
    levels.draw_on(code, 6)
    expect(shows(one)).to_have_text("亮 ♠3")
    levels.draw_on(code, 4)
    expect(one.cards).not_to_have_count(3)
    counts = [count for count, _ in watched(one)]
    assert counts == sorted(counts)
    assert all(lit == (count >= 3) for count, lit in watched(one) if count != 3)
    expect(shows(other)).to_have_count(0)
    check_reload(one, levels, code, 0, SHENGJI_HANDS[0].split())
    check_reload(other, levels, code, 1, SHENGJI_HANDS[1].split())
    one.photograph("shengji-show-lit")
    one.do("show 3S")
    for person in (one, other):
        expect(trump(person)).to_have_text("主 3")
        expect(trump(person)).to_have_class(re.compile(r"\bS\b|\bs\b"))
        expect(laid(person, 0)).to_have_count(1)
    expect(shows(one)).to_have_count(0)
    one.photograph("shengji-shown")

    # The drawing ends by itself; the dealer buries six.
    levels.draw_on(code)
    expect(one.action("bury")).to_be_visible()
    expect(one.cards).to_have_count(18)
    one.photograph("shengji-burying")
    one.tick(f"{card}a" for card in SHENGJI_KITTY.split())
    one.do("bury")
    expect(one.cards).to_have_count(12)
    expect(other.cards).to_have_count(12)

    # All see the throw that fails; the smallest card is led, the other comes back.
    play(one, ["QCa", "KCa"])
    for person in (one, other):
        expect(person.seat(0)).to_contain_text("甩牌失败")
        expect(person.log()).to_contain_text("甩")
    expect(laid(other, 0)).to_have_count(1)
    assert set(one.hand()) >= {"KCa"}
    assert "QCa" not in one.hand()
    words = other.seat(0).locator(".laid em").bounding_box()
    assert words
    assert words["x"] >= 0
    other.photograph("shengji-throw-failed")
    play(other, ["JCa"])
    expect(other.cards).to_have_count(11)
    levels.act(code, "2 play AC", "3 play 7C", "2 play 5H", "3 play 7H")

    # A ruff wins the trick.
    one.tick(one.ticked())  # the card that came back is still ticked
    play(one, ["4Sa"])
    expect(one.seat(0)).to_have_class(re.compile(r"on-top"))
    play(other, ["QHa"])
    expect(one.controls()).to_contain_text("轮到你先出")
    one.photograph("shengji-ruffed")

    # A throw that stands, followed through the page from the hint.
    play(one, NINE)
    expect(other.controls()).to_contain_text("跟 9 张")
    other.photograph("shengji-nine-thrown")
    play(other, [f"{rank}Sa" for rank in "56789TJQK"])
    expect(other.cards).to_have_count(1)
    levels.act(code, "2 play 9CTC6H8H9HTHJHAH8C", "3 play 6C5C6D7D8D9DJDQDAD")

    # The last trick takes the kitty.
    play(one, ["KCa"])
    play(other, ["ASa"])
    expect(other.cards).to_have_count(0)
    levels.act(code, "2 play 4H", "3 play 4C")
    for person in (one, other):
        expect(person.result()).to_contain_text("红方得 80 分，抠底 35 分在内")
        expect(person.result().locator(".laid > b")).to_have_count(6)

    # The next deal follows.
    levels.hurry(code)
    expect(one.result()).to_be_hidden()
    expect(one.status()).to_contain_text("第 2 局")
    expect(one.status()).to_contain_text("摸牌")
    expect(one.seat(1)).to_contain_text("庄")


def test_a_whole_deal_of_huolong_with_a_counter_stars_a_ruff_and_the_kitty_won(  # noqa: PLR0915 -- one deal from its first card to the next
    two, levels
):
    one, other, code = two(HUOLONG)
    levels.begin(code, huolong_deal())

    # 甲 shows; 乙 counters, and the next card drawn replaces the suit.
    levels.draw_on(code, 10)
    expect(shows(one)).to_have_text("亮 ♠3")
    one.do("show 3S")
    expect(laid(other, 0)).to_have_count(1)
    expect(shows(other)).to_have_text("反 大王")
    other.photograph("huolong-counter-lit")
    other.do("show B")
    levels.draw_on(code, 4)
    for person in (one, other):
        expect(laid(person, 1).first).to_be_visible()
        expect(person.seat(0)).to_contain_text("被反")
        expect(person.seat(1)).to_contain_text("庄")
    expect(trump(one)).to_have_class(re.compile(r"\bC\b|\bc\b"))
    one.photograph("huolong-countered")
    check_reload_of_copies(one, levels, code, 0)
    levels.hurry(code)

    # 乙 takes the bottom and buries six; then puts a star and takes a card.
    expect(other.cards).to_have_count(45)
    for person in (one, other):
        expect(person.seat(0).locator(".laid")).to_contain_text("被反")
        expect(person.seat(1).locator(".laid")).to_contain_text("反主")
    other.photograph("huolong-burying")
    other.do("hint")
    expect(other.page.locator("input[name=c]:checked")).to_have_count(6)
    other.do("bury")
    expect(other.action("stars 1")).to_be_visible()
    other.photograph("huolong-stars")
    other.do("stars 1")
    one.do("stars 0")
    levels.act(code, "2 stars 0", "3 stars 0")
    for person in (one, other):
        expect(person.seat(1)).to_contain_text("摘星1")
        expect(person.cards).to_have_count(39)
    assert "Ba" not in other.hand()

    # 甲 has no side card and ruffs.
    led = next(card for card in reversed(other.hand()) if card[1] in "SHD")
    play(other, [led])
    expect(other.cards).to_have_count(38)
    levels.defaults(code, 2)
    ruff = next(card for card in one.hand() if card[:2] == "QC")
    play(one, [ruff])
    expect(one.seat(0)).to_have_class(re.compile(r"on-top"))
    expect(one.controls()).to_contain_text("轮到你先出")
    one.photograph("huolong-ruffed")
    play(one, ["3Ha", "3Hb", "3Hc"])
    expect(other.controls()).to_contain_text("跟 3 张")
    other.photograph("huolong-meteor")
    levels.defaults(code, 3)
    for meteor in METEORS[1:]:
        levels.act(code, f"0 play {meteor}")
        levels.defaults(code, 3)

    # The last trick takes the bottom.
    expect(one.cards).to_have_count(2)
    play(one, one.hand())
    expect(one.cards).to_have_count(0)
    levels.defaults(code, 3)
    for person in (one, other):
        expect(person.result()).to_contain_text("抠底")
        expect(person.result()).to_contain_text("升 3 级")
        expect(person.result().locator(".laid > b")).to_have_count(6)
    one.photograph("huolong-result")
    levels.hurry(code)
    expect(one.result()).to_be_hidden()
    expect(one.status()).to_contain_text("第 2 局")


def check_reload_of_copies(person, levels, code, seat) -> None:
    """As ``check_reload``, where the engine alone tells the copies apart."""
    before = levels.drawn(code, seat)
    sent = CARD.findall(person.page.reload().text())
    assert set(before) <= set(sent) <= set(levels.drawn(code, seat))
    assert 0 < len(sent) < 39
    expect(person.page.locator("#link-state")).to_have_text("已连接")
