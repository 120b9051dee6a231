"""The steady bot for Gouji: it plays sensibly from its view and keeps nothing between two choices.

Each play that it considers gets a number, in leads: what the hand is worth afterwards against now, and the chance to
win the lead. Passing is worth nothing. The play with the highest number is made.
"""

import random
from typing import Final

from games.engine.core.actions import Action
from games.engine.core.game import AnyGame
from games.engine.core.views import AnyPublic, Choice, View
from games.engine.gouji.actions import (
    Burn,
    Charge,
    Declare,
    Done,
    Head,
    Pass,
    Play,
    Return,
    Revolt,
    Show,
    Yield,
)
from games.engine.gouji.game import Gouji
from games.engine.gouji.public import PhaseName, Public
from games.engine.levels.public import Public as LevelsPublic

from . import opening_choices
from .burning import burn
from .judging import lead, reply
from .levels_heuristic import LevelsHeuristicBot
from .seat_view import SeatView, seat_view_of

SAFE: Final = ("done", "pass", "decline", "stay", "headless")
"""Answers for windows in which the bot has no opinion: they give nothing away. As the defaults of gouji §2."""


class HeuristicBot:
    """It plays Gouji itself, passes Shengji games to ``LevelsHeuristicBot``, and plays other games at random."""

    def choose(self, view: View[AnyPublic], game: AnyGame, rng: random.Random) -> Action | None:
        """The action it thinks best. Raises ValueError where nothing may be done."""
        if view.own is None or not view.own.choices:
            raise ValueError("nothing to choose")
        if isinstance(view.public, LevelsPublic):
            return LevelsHeuristicBot().choose(view, game, rng)
        if not isinstance(view.public, Public):
            legal = game.legal_in(view)
            return legal[rng.randrange(len(legal))]
        return _chosen(view.of(Public), view.own.choices, Gouji.of(game))


def _chosen(view: View[Public], asked: tuple[Choice, ...], game: Gouji) -> Action:
    seat_view = seat_view_of(view, game)
    choices = {choice.verb: choice for choice in asked}
    phase = view.public.phase
    if phase is PhaseName.PLAY and choices.keys() & {"play", "pass"}:
        found = _play(seat_view, choices)
    elif phase is PhaseName.OPENING and "done" in choices:
        found = _opening(seat_view, choices)
    else:
        found = _window(seat_view, choices, view, game)
    return found or _safe(view, game)


def _play(seat_view: SeatView, choices: dict[str, Choice]) -> Action | None:
    if seat_view.public.top is None:
        best = lead(seat_view) if "play" in choices else None
        return Play(best.cards(seat_view.hand)) if best else None
    if "play" in choices:
        answer = reply(seat_view, may_yield="yield" in choices)
        if answer == "yield":
            return Yield()
        # Only None is left besides a play; the test for str is for mypy, which keeps the literal.
        if answer is not None and not isinstance(answer, str):
            return Play(answer.cards(seat_view.hand))
    return Pass()


def _opening(seat_view: SeatView, choices: dict[str, Choice]) -> Action:
    if "show" in choices:
        shown = opening_choices.showing(seat_view)
        if shown is not None:
            return Show(*shown)
    if "declare" in choices and opening_choices.declares(seat_view):
        return Declare()
    return Done()


def _window(
    seat_view: SeatView, choices: dict[str, Choice], view: View[Public], game: Gouji
) -> Action | None:
    """An answer in the burn window or in one before the opening; None for the safe answer."""
    found: Action | None = None
    if "burn" in choices:
        best = burn(seat_view)
        found = Burn(best.cards(seat_view.hand)) if best else None
    elif "return" in choices:
        barred = view.own.barred if view.own else 0
        found = Return(opening_choices.returning(seat_view, barred, choices["return"].count or 1))
    elif "charge" in choices:
        legal = game.legal_in(view)
        found = opening_choices.best_charge(each for each in legal if isinstance(each, Charge))
    elif "play" in choices and seat_view.public.phase is PhaseName.CHARGE:
        cards = opening_choices.beats_charge(seat_view)
        found = Play(cards) if cards else None
    elif "revolt" in choices and opening_choices.revolts(seat_view):
        found = Revolt()
    elif "head" in choices and opening_choices.heads(seat_view):
        found = Head()
    return found


def _safe(view: View[Public], game: Gouji) -> Action:
    """The action that does no harm where the bot has no opinion."""
    for verb in SAFE:
        if view.own and any(choice.verb == verb for choice in view.own.choices):
            return next(each for each in game.legal_in(view) if game.write(each) == verb)
    return game.legal_in(view)[0]


def make() -> HeuristicBot:
    """The bot."""
    return HeuristicBot()
