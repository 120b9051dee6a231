"""Single-deck Shengji as a ``Game``: one deck, throws, the first show stands, its scoring."""

from functools import partial
from typing import Final, TypeAlias

import msgspec

from games.engine.core.options import Ruleset
from games.engine.levels.drawing import Drawing
from games.engine.levels.game import Kind, LevelsGame, SharedEvent
from games.engine.levels.kitty_exchange import KittyExchange
from games.engine.levels.match import Match
from games.engine.levels.phases import LevelsState
from games.engine.levels.playing import Playing, begin_play
from games.engine.levels.rules import Rules
from games.engine.levels.trumps import FIRST_LEVEL
from games.engine.levels.waiting import Between, Over, Waiting

from .meta import META
from .scoring import judge
from .throws import Throws
from .trump_shows import FirstStands
from .words import REFUSALS

AnyPhase: TypeAlias = Waiting | Drawing | KittyExchange | Playing | Between | Over


# ``LevelsState`` has any ``Phase``; a decoder needs the union, in which the tag of the data picks one.
class _Stored(msgspec.Struct, frozen=True):
    match: Match
    phase: AnyPhase


_STORED: Final = msgspec.json.Decoder(_Stored)


def _load(data: bytes) -> LevelsState:
    stored = _STORED.decode(data)
    return LevelsState(stored.match, stored.phase)


KIND: Final = Kind(
    meta=META,
    schema=1,
    load=_load,
    load_events=msgspec.json.Decoder(tuple[SharedEvent, ...]).decode,
    after_bury=begin_play,
    refusals=REFUSALS,
)


def rules_of(ruleset: Ruleset) -> Rules:
    """The options of a ruleset as ``Rules``."""
    # A is no must-play level here: no rise goes beyond it anyway, and only a held deal at A wins (§1).
    return Rules(
        copies=1,
        natural=ruleset["ten"] == "natural",
        draw_pace=float(ruleset["draw_pace"]),
        show_grace=float(ruleset["show_grace"]),
        no_show=ruleset["no_show"],
        must_play=frozenset({FIRST_LEVEL}),
        showing=FirstStands(),
        lead_formats=Throws(),
        judge=partial(judge, bottom_takes_deal=ruleset["bottom_takes_deal"] == "on"),
    )


def make(ruleset: Ruleset) -> LevelsGame:
    """The game under a ruleset.

    >>> from games.engine.core.options import make_ruleset
    >>> game = make(make_ruleset(META))
    >>> game.to_act(game.start())
    (-1,)
    """
    return LevelsGame(ruleset, KIND, rules_of(ruleset))
