"""Huolong as a ``Game``: three decks, counters, stars, pairs and meteors, its scoring."""

from functools import partial
from typing import Final, TypeAlias

import msgspec

from games.engine.core.options import Ruleset
from games.engine.levels.drawing import Drawing
from games.engine.levels.game import Kind, LevelsGame, SharedEvent
from games.engine.levels.kitty_exchange import KittyExchange
from games.engine.levels.match import Match
from games.engine.levels.phases import LevelsState
from games.engine.levels.playing import Playing
from games.engine.levels.rules import Rules
from games.engine.levels.waiting import Between, Over, Waiting

from . import events, notation
from .matching import Matching
from .meta import META
from .scoring import judge
from .star_exchange import StarExchange, begin_star_exchange
from .trump_shows import Countering
from .words import REFUSALS, describe

AnyPhase: TypeAlias = Waiting | Drawing | KittyExchange | StarExchange | Playing | Between | Over
AnyEvent = SharedEvent | events.StarsPut | events.StarsTaken


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
    load_events=msgspec.json.Decoder(tuple[AnyEvent, ...]).decode,
    after_bury=begin_star_exchange,
    refusals=REFUSALS,
    describe=describe,
    read=notation.read,
    write=notation.write,
)


def rules_of(ruleset: Ruleset) -> Rules:
    """The options of a ruleset as ``Rules``."""
    # No level but A must be played, and no rise goes beyond A: the set is empty (§1).
    return Rules(
        copies=3,
        natural=True,
        draw_pace=float(ruleset["draw_pace"]),
        show_grace=float(ruleset["show_grace"]),
        no_show="redeal",
        must_play=frozenset(),
        showing=Countering(
            last_stands=ruleset["level_show"] == "last_stands",
            joker_over_level=ruleset["joker_over_level"] == "on",
            counter_takes_deal=ruleset["counter_takes_deal"],
        ),
        lead_formats=Matching(),
        judge=partial(
            judge,
            three_each=ruleset["stars"] == "three_each",
            own_stars=ruleset["star_owner"] == "own",
            partner_stays=ruleset["no_rise_dealer"] == "partner",
        ),
    )


def make(ruleset: Ruleset) -> LevelsGame:
    """The game under a ruleset.

    >>> from games.engine.core.options import make_ruleset
    >>> game = make(make_ruleset(META))
    >>> game.to_act(game.start())
    (-1,)
    """
    return LevelsGame(ruleset, KIND, rules_of(ruleset))
