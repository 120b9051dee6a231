"""Reading posts: strictly."""

import pytest
from django.http import QueryDict

from games.engine.core.errors import Unreadable
from games.play.views.forms import Posted, read_post

pytestmark = pytest.mark.unit


def test_ticked_cards_are_added_to_the_button_that_takes_cards():
    data = QueryDict("seen=7-12&do=play&c=9Sb&c=9Ha&c=Ba")
    assert read_post(data) == Posted("play 9Sb9HaBa", 7, 12)
    data = QueryDict("seen=7-12&do=charge&c=ASb&c=AHa&c=KSa")
    assert read_post(data) == Posted("charge ASbAHaKSa", 7, 12)


def test_ticked_cards_do_not_matter_to_a_button_that_takes_none():
    assert read_post(QueryDict("seen=7-12&do=pass&c=9Sb")) == Posted("pass", 7, 12)


def test_a_pick_is_an_action_by_itself():
    assert read_post(QueryDict("seen=7-12&do=show+4S")) == Posted("show 4S", 7, 12)


@pytest.mark.parametrize(
    "query",
    [
        "",
        "do=pass",
        "seen=7-12",
        "seen=7&do=pass",
        "seen=-1-2&do=pass",
        "seen=1-99999999999999999999&do=pass",
        "seen=x-12&do=pass",
        "seen=%EF%BC%97-12&do=pass",
        "seen=7-12&do=play&c=9Sb&c=9Sb",
        "seen=7-12&do=play&c=9S",
        "seen=7-12&do=play&c=1Sa",
        "seen=7-12&do=play&c=<b>",
        "seen=7-12&do=play%00",
        "seen=7-12&do=" + "a" * 21,
        "seen=7-12&do=play+" + "9" * 300,
        "seen=7-12&do=play&" + "&".join(f"c=9S{c}" for c in "abcd" * 20),
    ],
)
def test_anything_odd_is_unreadable(query):
    with pytest.raises(Unreadable) as refused:
        read_post(QueryDict(query))
    assert refused.value.code == "form"
