"""The table as its player likes it: order, rows, type, colours, clocks."""

import json

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import SHAPES

RANKS = "BBss2222AAAKKKQQJJTTTTT998877665543"
FILL = "3456789"
TASTES = (
    {},
    {"theme": "dark", "felt": "blue", "four": True},
    {"big": True, "felt": "wine"},
    {"big": True, "rows": "two"},
    {"rows": "one", "sort": "low", "theme": "dark"},
    {"rows": "two", "back": "red"},
)
CLIPPED = """() => [...document.querySelectorAll('#r-hand label')]
    .filter(card => card.scrollWidth > card.clientWidth).map(card => card.textContent)"""
WIDER = "() => document.documentElement.scrollWidth - innerWidth"


def likes(person, taste) -> None:
    """A browser that keeps this taste from before."""
    person.page.evaluate("taste => localStorage.setItem('prefs', taste)", json.dumps(taste))
    person.page.reload()
    expect(person.page.locator("#link-state")).to_have_text("已连接")


@pytest.mark.parametrize("shape", SHAPES)
def test_no_card_is_clipped_and_nothing_is_wider_than_the_screen_in_any_taste(
    newcomer, stage, shape
):
    person = newcomer(shape)
    code = stage.position(RANKS, "TT" + FILL, *[FILL] * 4)
    person.sit_down(stage.session("甲"), code)
    for taste in TASTES:
        likes(person, taste)
        expect(person.cards).to_have_count(len(RANKS))
        person.photograph(f"taste-{'-'.join(map(str, taste.values())) or 'plain'}")
        assert person.page.evaluate(CLIPPED) == [], taste
        assert person.page.evaluate(WIDER) <= 0, taste
