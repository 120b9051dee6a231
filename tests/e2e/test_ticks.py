"""Ticked cards, and plays that the rules refuse."""

from playwright.sync_api import expect

FILL = "3456789"


def seated(newcomer, stage, code, seat="甲", size="phone"):
    person = newcomer(size)
    person.take_seat(stage.session(seat), code)
    return person


def test_ticked_cards_survive_an_update_from_the_socket(newcomer, stage, size):
    code = stage.position("99KK" + FILL, "TT" + FILL, *[FILL] * 4, turn=4)
    person = seated(newcomer, stage, code, size=size)
    ticked = set(person.take("9K"))

    stage.act(code, "4 play 4", "5 play 5")

    expect(person.seat(5).locator(".laid b")).to_have_text("5")
    assert person.ticked() == ticked
    expect(person.page.locator("button[value=play]")).to_have_text("出牌 2 张")
    person.photograph("ticked")


def test_ticks_on_other_cards_survive_a_hand_that_is_drawn_anew(newcomer, stage):
    code = stage.position("99KK" + FILL, "TT" + FILL, *[FILL] * 4)
    person = seated(newcomer, stage, code)
    kept = set(person.take("KK"))
    gone = person.take("9")

    stage.act(code, f"0 play {gone[0]}")

    expect(person.cards).to_have_count(3 + len(FILL))
    assert person.ticked() == kept


def test_after_my_play_the_others_keep_their_ticks(newcomer, stage):
    code = stage.position("99KK" + FILL, "TTJ" + FILL, *[FILL] * 4)
    mine = seated(newcomer, stage, code)
    theirs = seated(newcomer, stage, code, "乙", "desktop")
    ticked = set(theirs.take("TT"))
    mine.take("99")

    mine.do("play")

    expect(mine.cards).to_have_count(2 + len(FILL))
    assert mine.ticked() == set()
    expect(theirs.seat(0).locator(".laid")).to_contain_text("2 张")
    assert theirs.ticked() == ticked
    theirs.do("play")
    expect(theirs.cards).to_have_count(1 + len(FILL))
    expect(mine.seat(1).locator(".laid")).to_contain_text("2 张")


def test_a_refused_play_says_why_and_keeps_my_ticks(newcomer, stage, either):
    code = stage.position("89KK" + FILL, "TT" + FILL, *[FILL] * 3, "44" + FILL, turn=5)
    stage.act(code, "5 play 44")
    person = seated(newcomer, stage, code, size=either)
    ticked = set(person.take("K9"))

    person.do("play")

    expect(person.refusal()).to_be_visible()
    expect(person.refusal()).to_contain_text("一手牌只能有一种点数")
    assert person.ticked() == ticked
    person.photograph("refused")
    person.page.locator("#clear").click()
    assert person.ticked() == set()
    person.take("KK")
    expect(person.refusal()).to_be_hidden()
    person.do("play")
    expect(person.cards).to_have_count(2 + len(FILL))


def test_there_is_a_button_only_for_what_is_allowed(newcomer, stage):
    code = stage.position(FILL, "TT" + FILL, *[FILL] * 3, "99" + FILL, turn=5)
    person = seated(newcomer, stage, code)
    assert person.state()["does"] == []

    stage.act(code, "5 play 99")

    expect(person.controls()).to_contain_text("只能过")
    assert person.state()["does"] == ["pass"]
    person.do("pass")
    expect(person.seat(0)).to_contain_text("过")
    expect(person.controls().locator("button[name=do]")).to_have_count(0)
