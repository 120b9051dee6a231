"""Tables with people at them, and a way to play."""

from types import SimpleNamespace

import pytest

from games.engine.core.actions import CHANCE
from games.engine.registry import game_of
from games.play.services import broadcast, moves
from games.play.state.selectors import load_state
from tests.play.seated import begin, open_full

NAMES = ("安", "柏", "程", "丁", "尔", "方")


@pytest.fixture
def told(monkeypatch):
    """What would have been told and started after commits, instead of telling it."""
    seen = SimpleNamespace(tables=[], bots=[], finished=[])
    monkeypatch.setattr(broadcast, "table_changed", seen.tables.append)
    monkeypatch.setattr(
        broadcast, "start_bots", lambda match, asked: seen.bots.append((match, asked))
    )
    monkeypatch.setattr(broadcast, "start_deliveries", seen.finished.append)
    return seen


@pytest.fixture
def people(db, make_user):
    """Six users."""
    return [make_user(name) for name in NAMES]


@pytest.fixture
def table(people, told, known_deal):
    """A table of one deal with six people seated, nobody ready."""
    opened = open_full("gouji(games=1)", people)
    known_deal(opened)
    return opened


@pytest.fixture
def match(table, people):
    """A match just dealt."""
    return begin(table, people)


@pytest.fixture
def post(table, people):
    """A function that submits an action for a seat at the match's present version, or another."""

    def submit(match, seat, text, version=None):
        match.refresh_from_db()
        return moves.submit_action(
            match_id=match.id,
            table_id=match.table_id,
            user=people[seat],
            text=text,
            version=match.last_prompt_version if version is None else version,
        )

    return submit


@pytest.fixture
def position():
    """A function that loads a match's game and state as the database has it."""

    def load(match):
        match.refresh_from_db()
        game = game_of(match.ruleset)
        return game, load_state(match, game)

    return load


@pytest.fixture
def to_play(match, position, post):
    """The match past its opening, somebody to lead. Everybody has said no to everything."""
    game, state = position(match)
    while game.view(state, None).public.phase != "play":
        seat, action = game.defaults(state)[0]
        post(match, seat, game.write(action))
        game, state = position(match)
    assert CHANCE not in game.to_act(state)
    return match
