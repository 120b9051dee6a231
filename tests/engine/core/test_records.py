"""Records are folded strictly; events go only to their audience."""

import pytest

from games.engine.core.events import Event, PublicEvent, visible
from games.engine.core.records import Broken, Entry, play_back
from games.engine.gouji.events import CardsMoved, Dealt
from games.engine.registry import game_of
from tests.engine.gouji.positions import dealt


def test_a_record_breaks_at_the_first_entry_that_the_rules_refuse():
    game = game_of("gouji")
    entries = [Entry(-1, game.write(dealt())), Entry(0, "stay"), Entry(0, "stay"), Entry(1, "stay")]

    with pytest.raises(Broken) as broken:
        play_back(game, entries)

    assert broken.value.number == 3
    assert broken.value.refusal.code == "revolt_answered"


def test_an_event_that_says_nothing_of_its_audience_is_shown_to_nobody():
    for viewer in (None, 0):
        assert visible((Event(),), viewer) == ()
        assert visible((PublicEvent(),), viewer) == (PublicEvent(),)


def test_a_dealt_hand_is_seen_by_its_seat_alone():
    game = game_of("gouji")
    _, events = game.apply(game.start(), -1, dealt())

    assert [event.seat for event in visible(events, 2) if isinstance(event, Dealt)] == [2]
    assert not [event for event in visible(events, None) if isinstance(event, Dealt | CardsMoved)]


def test_a_state_that_does_not_fit_the_schema_is_a_value_error():
    game = game_of("gouji")
    for data in (b"", b"{}", b'{"match":{},"phase":{"phase":"nothing"}}'):
        with pytest.raises(ValueError):  # noqa: PT011 -- any of msgspec's
            game.load(data)
    with pytest.raises(ValueError):  # noqa: PT011
        game.load_events(b'[{"event":"nothing"}]')
