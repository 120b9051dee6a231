"""Revolution, charge, tribute, burning and stifling, as the page shows them."""

import re
import signal
from itertools import cycle

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import SIZES
from tests.e2e.stage import SETTLED

FILL = "3456789"
NO_WILD = "AAAAKKKKQQQQQJJJJTTTT99998888777" + "3333"
"""36 cards without a joker or a 2."""
HOLD = "gouji(hold_threes=on)"
ME, NEXT, OPPOSITE = "甲", "乙", "丁"
OTHERS = range(1, 6)


@pytest.fixture(autouse=True, scope="module")
def _still_clock(stack):
    """No time runs out meanwhile: who is asked to burn has six seconds, and a busy machine may need more."""
    stack.kill("beat", signal.SIGSTOP)
    yield
    stack.kill("beat", signal.SIGCONT)


@pytest.fixture
def sit(newcomer, stage, either):
    """A function: somebody sits down with a browser where they sit at a prepared table, one at a phone and the other
    at a desktop."""
    sizes = cycle((either, *(size for size in SIZES if size != either)))

    def arrive(code, name=ME):
        person = newcomer(next(sizes))
        person.take_seat(stage.session(name), code)
        return person

    return arrive


def dealt(ruleset):
    """A first deal in which seat 0 may revolt."""
    return f"ruleset {ruleset}\nchance deal {NO_WILD} 3 3 3 3 3 | 1\n"


def said(person, *words):
    """The log has told this."""
    for each in words:
        expect(person.log()).to_contain_text(each)


# -- revolution and heads 革命 ------------------------------------------------------------------------


def test_a_revolution_is_offered_made_and_shown_and_the_opposite_chooses_a_head(stage, sit):
    code = stage.record(dealt("gouji(games=1)"))
    mine, opposite = sit(code), sit(code, OPPOSITE)
    expect(mine.controls()).to_contain_text("可以革命")
    expect(opposite.controls()).to_contain_text("你不能")
    expect(mine.button("不革命")).to_be_visible()
    mine.photograph("revolution-asked")

    mine.do("revolt")
    expect(mine.controls().locator("button[name=do]")).to_have_count(0)
    expect(opposite.log()).not_to_contain_text("革命")
    mine.photograph("revolution-chosen")
    stage.act(code, *(f"{seat} stay" for seat in OTHERS))

    for person in (mine, opposite):
        expect(person.seat(0).locator(".badges")).to_contain_text("革命")
        expect(person.seat(0).locator(".place")).to_have_text("离局")
        said(person, f"{ME} 革命")
    expect(mine.cards).to_have_count(0)
    mine.photograph("revolution-made")
    expect(opposite.controls()).to_contain_text("要头")
    opposite.photograph("heads-asked")
    opposite.do("head")
    said(mine, f"{OPPOSITE} 要头")
    stage.act(code, *(f"{seat} done" for seat in OTHERS))
    expect(mine.seat(3).locator(".badges")).to_contain_text("要头3")
    opposite.photograph("heads-chosen")


def test_two_revolutions_make_the_deal_void(stage, sit):
    hands = f"{NO_WILD} BB 3 {NO_WILD} 3 3"
    code = stage.record(f"ruleset gouji\nchance deal {hands} | 1\n0 revolt\n3 revolt\n")
    mine = sit(code)

    stage.act(code, *(f"{seat} stay" for seat in (1, 2, 4, 5)))

    expect(mine.result()).to_contain_text("作废")
    said(mine, "同时革命，本局作废")
    mine.photograph("void")


# -- charge 冲点 ---------------------------------------------------------------------------------------


def charged(stage):
    code = stage.record(dealt("gouji:charge") + "0 revolt\n")
    stage.act(code, *(f"{seat} stay" for seat in OTHERS))
    return code


def test_a_charge_is_picked_shown_and_declined_and_its_player_has_opened(stage, sit):
    code = charged(stage)
    mine, opposite = sit(code), sit(code, OPPOSITE)
    expect(mine.controls()).to_contain_text("冲点")
    mine.photograph("charge-asked")

    offer = mine.page.locator('button[value^="charge "]').first
    expect(offer).to_contain_text("冲 ")
    offer.click()

    expect(opposite.seat(0).locator(".laid")).to_contain_text("冲点")
    expect(opposite.controls()).to_contain_text("第 1 套是")
    said(opposite, f"{ME} 冲点：")
    opposite.photograph("charge-shown")
    opposite.do("decline")
    said(mine, f"{ME} 算开点")
    expect(mine.seat(0).locator(".badges")).to_contain_text("开点")
    mine.photograph("charge-declined")


def test_a_charge_of_ticked_cards_is_beaten_set_by_set(stage, sit):
    hands = f"{NO_WILD} 3 3 BBBB2222AAA3 3 3"
    code = stage.record(f"ruleset gouji:charge\nchance deal {hands} | 1\n0 revolt\n")
    stage.act(code, *(f"{seat} stay" for seat in OTHERS))
    mine, opposite = sit(code), sit(code, OPPOSITE)
    mine.take("QQQKKAA")
    mine.do("charge")
    expect(opposite.controls()).to_contain_text("第 1 套是")

    for number, cards in enumerate(("22", "22", "AAA"), 1):
        expect(opposite.controls()).to_contain_text(f"第 {number} 套是")
        opposite.take(cards)
        if number == 2:
            opposite.photograph("charge-set-2")
        opposite.do("play")
        said(mine, f"{OPPOSITE} 打掉第 {number} 套")

    said(mine, f"{OPPOSITE} 算开点")
    expect(mine.seat(3).locator(".badges")).to_contain_text("开点")
    mine.photograph("charge-beaten")


# -- tribute and return tribute 进贡 还贡 --------------------------------------------------------------


def test_what_is_owed_is_shown_paid_by_itself_and_returned_by_choice(stage, sit):
    dues = [["burn", 1, 0], ["open", 1, 4], ["place", 1, 0, 2], ["place", 3, 2, 1]]
    code = stage.between(result=SETTLED, dues=dues)
    mine, payer = sit(code), sit(code, NEXT)
    expect(mine.result()).to_contain_text("第 1 局结果")
    expect(mine.result()).to_contain_text("下局进贡")
    expect(mine.result()).to_contain_text(re.compile(r"烧贡\s*1\s*张"))
    mine.photograph("dues", whole=True)

    stage.deal(code, "KK443 BBs2222A3 QQ3 BA3 JJ3 TT3 | 0")

    said(mine, f"{NEXT} 烧贡：进给 {ME} 1 张", f"{NEXT} 落贡：进给 {ME} 2 张")
    expect(mine.cards).to_have_count(39)
    expect(payer.cards).to_have_count(32)
    expect(mine.controls()).to_contain_text(f"还给 {NEXT} 3 张")
    expect(mine.controls()).to_contain_text("不能还")
    mine.photograph("return-asked")
    mine.take("BKK")
    mine.do("return")
    expect(mine.refusal()).not_to_be_empty()
    mine.photograph("return-refused")
    mine.page.locator("#clear").click()
    mine.take("KK4")
    mine.do("return")
    expect(mine.controls().locator("button[name=do]")).to_have_count(0)
    expect(mine.cards).to_have_count(36)
    expect(payer.cards).to_have_count(32)
    mine.photograph("returned")
    stage.act(code, "4 return J", "2 return Q")

    expect(payer.cards).to_have_count(36)
    said(payer, f"{ME} 还贡：还给 {NEXT} 3 张")
    expect(mine.status()).to_contain_text("有人革命吗")
    payer.photograph("returned-to-payer")


# -- burning 烧牌 --------------------------------------------------------------------------------------


def burning(stage, hand, *, opposite=FILL):
    """乙 has led two aces; 甲 may burn with this hand."""
    code = stage.position(
        hand, "AA" + FILL, FILL, opposite, FILL, FILL, turn=1, ruleset="gouji(hold_threes=off)"
    )
    stage.act(code, "1 play AA")
    return code


def burn(stage, code, person):
    """甲 burns with 2s and nobody burns 甲."""
    person.take("22")
    person.do("burn")
    expect(person.controls().locator("button[name=do]")).to_have_count(0)
    stage.decline(code, 2, 3, 5)
    expect(person.seat(0).locator(".badges")).to_contain_text("烧")
    stage.decline(code, 1, 2, 4, 5)
    stage.act(code, "3 pass")


def test_a_burn_that_succeeds(stage, sit):
    code = burning(stage, "22s99K")
    mine, burned = sit(code), sit(code, NEXT)
    expect(mine.status()).to_contain_text(f"{NEXT} 打够级，有人烧吗")
    expect(mine.controls()).to_contain_text("能烧成")
    mine.photograph("burn-asked")
    burn(stage, code, mine)

    expect(burned.seat(1).locator(".badges")).to_contain_text("被烧")
    expect(mine.controls()).to_contain_text("每一手都要挂花")
    burned.photograph("burning")
    mine.take("9")
    mine.do("play")
    expect(mine.refusal()).to_contain_text("花")
    mine.photograph("burn-needs-joker")
    mine.page.locator("#clear").click()
    mine.take("s99")
    mine.do("play")
    expect(mine.cards).to_have_count(1)
    stage.decline(code, 1, 2, 4, 5)
    stage.act(code, "3 pass")
    mine.take("K")
    mine.do("play")

    said(burned, f"{ME} 烧成了 {NEXT}")
    expect(burned.seat(0).locator(".place")).to_have_text("头科")
    expect(burned.seat(1).locator(".badges")).to_contain_text("被烧")
    mine.photograph("burn-succeeded")


def test_a_burn_that_the_opposite_undoes(stage, sit):
    code = burning(stage, "22s99K", opposite="BTT" + FILL)
    mine, opposite = sit(code), sit(code, OPPOSITE)
    burn(stage, code, mine)
    expect(mine.controls()).to_contain_text("每一手都要挂花")
    mine.take("s99")
    mine.do("play")
    expect(mine.cards).to_have_count(1)
    stage.decline(code, 1, 2, 4, 5)

    expect(opposite.page.locator("button[value=play]")).to_be_visible()
    opposite.take("BTT")
    opposite.do("play")

    said(mine, f"{OPPOSITE} 解了 {ME} 的烧牌")
    expect(mine.seat(0).locator(".badges")).not_to_contain_text("烧")
    expect(mine.seat(1).locator(".badges")).not_to_contain_text("烧")
    mine.photograph("burn-undone")


def test_a_burn_that_cannot_succeed_is_warned_of_and_fails(stage, sit):
    code = burning(stage, "2299K")
    mine = sit(code)
    expect(mine.controls()).to_contain_text("花不够，烧不成")
    mine.photograph("burn-warned")
    burn(stage, code, mine)

    said(mine, f"{ME} 烧 {NEXT} 失败，离局")
    expect(mine.seat(0).locator(".badges")).to_contain_text("烧败")
    mine.photograph("burn-failed")


# -- stifling 闷 ---------------------------------------------------------------------------------------


def test_who_holds_only_3s_and_is_beaten_is_stifled(stage, sit):
    code = stage.position("9933", "TT" + FILL, *[FILL] * 4, ruleset=HOLD)
    mine, by = sit(code), sit(code, NEXT)
    expect(mine.controls()).to_contain_text("3 留到最后")
    mine.take("99")
    mine.do("play")
    expect(by.page.locator("button[value=play]")).to_be_visible()
    by.take("TT")
    by.do("play")

    for person in (mine, by):
        said(person, f"{ME} 被 {NEXT} 闷住")
        expect(person.seat(0).locator(".badges")).to_contain_text("被闷")
    expect(mine.cards).to_have_count(0)
    mine.photograph("stifled")
