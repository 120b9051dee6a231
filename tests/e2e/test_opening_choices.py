"""What a deal of Gouji is begun with and what is between deals, on every shape of screen, by a finger and by the keyboard
alone: revolution and charge, tribute, another match, and a bot that plays for those who let turns pass."""

import pytest
from playwright.sync_api import expect

from tests.e2e.stage import SETTLED
from tests.e2e.test_gouji_shown import FILL, OTHERS, dealt
from tests.e2e.test_look import WIDER
from tests.e2e.test_walk_site import WHOLE

pytestmark = pytest.mark.parametrize(
    "walker",
    [("phone", "touch"), ("landscape", "touch"), ("tablet", "keys"), ("desktop", "keys")],
    ids="-".join,
    indirect=True,
)
PAYS_THREE = [["burn", 1, 0], ["place", 1, 0, 2]]
"""What 乙 owes 甲 from the deal before."""


@pytest.fixture
def seated(walker, stage):
    """A function that seats 甲 at a prepared table, and what they press with."""
    person, means, by = walker

    def sit(code):
        person.take_seat(stage.session("甲"), code)
        return person, means, by

    yield sit
    assert person.page.evaluate(WIDER) <= 0


def test_one_revolts_and_charges(seated, stage):
    code = stage.record(dealt("gouji:charge"))
    person, means, by = seated(code)
    expect(person.controls()).to_contain_text("可以革命")
    means.press(person, person.action("revolt"))
    expect(person.action("revolt")).to_have_count(0)
    stage.act(code, *(f"{seat} stay" for seat in OTHERS))
    expect(person.log()).to_contain_text("甲 革命")
    expect(person.seat(0).locator(".badges")).to_contain_text("革命")

    expect(person.controls()).to_contain_text("冲点")
    person.photograph(f"walk-charge-{by}")
    means.press(person, person.page.locator('button[value^="charge "]').first)
    expect(person.seat(0).locator(".laid")).to_contain_text("冲点")
    stage.act(code, "3 decline")
    expect(person.seat(0).locator(".badges")).to_contain_text("开点")
    person.photograph(f"walk-charged-{by}")


def test_one_reads_what_is_owed_is_paid_and_gives_back(seated, stage):
    code = stage.between(result=SETTLED, dues=PAYS_THREE)
    person, means, by = seated(code)
    expect(person.result()).to_contain_text("下局进贡")
    person.photograph(f"walk-dues-{by}")
    stage.deal(code, "KK443 BBs2222A3 QQ3 BA3 JJ3 TT3 | 0")
    expect(person.log()).to_contain_text("乙 烧贡：进给 甲 1 张")
    expect(person.controls()).to_contain_text("还给 乙 3 张")
    for rank in "K45":
        means.take_one(person, rank)
    person.photograph(f"walk-return-{by}")
    means.press(person, person.action("return"))
    expect(person.cards).to_have_count(36)
    assert [move.split()[1] for move in stage.moves(code)][-1] == "return"


def test_one_asks_for_another_match_which_begins_when_all_are_ready(seated, stage):
    code = stage.record(WHOLE)
    person, means, by = seated(code)
    last = stage.number(code)
    stage.ready(code, *(seat for seat in OTHERS if seat > 1))
    expect(person.status().locator(".clock")).to_be_visible()
    expect(person.seat(5)).to_contain_text("已准备")
    person.photograph(f"walk-again-{by}")
    expect(person.action("ready")).to_have_text("再来一局")
    means.press(person, person.action("ready"))
    expect(person.seat(0)).to_contain_text("已准备")
    expect(person.controls()).to_contain_text("等 乙 准备")
    assert stage.number(code) == last
    stage.ready(code, 1)
    expect(person.cards).to_have_count(36)
    expect(person.result()).to_be_hidden()
    assert stage.number(code) > last


def test_who_lets_two_turns_pass_is_played_for_until_they_take_their_seat_back(seated, stage):
    code = stage.position("99KK" + FILL, "TT" + FILL, *[FILL] * 4, turn=5, seconds=300, bank=60)
    stage.act(code, "5 play 4")
    person, means, by = seated(code)
    expect(person.action("pass")).to_be_visible()
    stage.hurry(code)
    expect(person.log()).to_contain_text("甲 过牌")
    expect(person.seat(0)).not_to_contain_text("托管")
    stage.act(code, *(f"{seat} pass" for seat in (1, 2, 3, 4)), "5 play 5")
    expect(person.action("pass")).to_be_visible()
    stage.hurry(code)
    expect(person.seat(0)).to_contain_text("托管")
    person.photograph(f"walk-missed-{by}")
    means.press(person, person.button("我来打"))
    expect(person.seat(0)).not_to_contain_text("托管")
    expect(person.action("auto")).to_be_attached()
