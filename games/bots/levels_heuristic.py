"""The steady player of the Shengji games: it knows its view and remembers nothing.

It follows suit with what costs least, saves points and feeds them to its partner, shows with a good suit, and
buries short side suits without points.
"""

import random
from typing import Final

from games.engine.core.actions import Action
from games.engine.core.cards import SMALL, TWO, Cards, each_card
from games.engine.core.game import AnyGame
from games.engine.core.views import AnyPublic, View
from games.engine.levels.actions import Bury, Decline, Play, Show
from games.engine.levels.game import LevelsGame
from games.engine.levels.public import PhaseName, Public
from games.engine.levels.rules import KITTY
from games.engine.levels.seats import NOBODY, side_of
from games.engine.levels.trumps import TRUMP, Trumps, points_in, trumps_of

from .levels_play import Scene, follow, lead

GOOD_SUIT: Final = 0.42
"""This share of a hand in trumps is worth a show before all is drawn."""
EARLY: Final = 0.35
"""Before this share of the cards is drawn no suit is good enough."""


class LevelsHeuristicBot:
    """It plays any game on ``games.engine.levels``."""

    def choose(
        self,
        view: View[AnyPublic],
        game: AnyGame,
        rng: random.Random,  # noqa: ARG002 -- it never draws
    ) -> Action | None:
        """The action it thinks best; None while it waits for more cards in a drawing, for declining is
        for good. Raises ValueError where nothing may be done.
        """
        return _chosen(view.of(Public), LevelsGame.of(game))


def _chosen(view: View[Public], game: LevelsGame) -> Action | None:
    legal, public, rules = game.legal_in(view), view.public, game.rules
    if view.own is None or not legal:
        raise ValueError("nothing to choose")
    if public.phase is PhaseName.DRAWING:
        said = _show(view, [each for each in legal if isinstance(each, Show)])
        waits = isinstance(said, Decline) and public.drawn < public.to_draw
        return None if waits else said
    if public.phase not in {PhaseName.KITTY_EXCHANGE, PhaseName.PLAY}:
        return legal[0]
    trumps = trumps_of(public.level, public.suit, rules.natural)
    hand = view.own.hand
    if public.phase is PhaseName.KITTY_EXCHANGE:
        return Bury(buried(hand, trumps))
    scene = Scene(public, view.seat or 0, hand, trumps, rules)
    return Play(follow(scene) if public.trick else lead(scene, legal))


def _show(view: View[Public], shows: list[Show]) -> Action:
    """A joker that its show awaits, or the level card of a good suit; nothing against its partner."""
    public = view.public
    top = next((seen for seen in public.shows if seen.on_top), None)
    own = [seen for seen in public.shows if seen.seat == view.seat and seen.state == "awaiting"]
    if own and shows:
        return shows[0]
    if top is not None and side_of(top.seat) == side_of(view.seat or 0):
        return Decline()
    hand = view.own.hand if view.own else 0
    suited = [show for show in shows if show.rank < SMALL]
    best = max(suited, key=lambda show: trump_share(hand, public.level, show.suit), default=None)
    if best is None:
        return Decline()
    done = public.drawn == public.to_draw and top is None
    good = trump_share(hand, public.level, best.suit) >= GOOD_SUIT
    late = public.drawn >= EARLY * public.to_draw
    eager = late and (good or (public.dealer == NOBODY and public.drawn * 2 > public.to_draw))
    return best if done or eager else Decline()


def trump_share(hand: Cards, level: int, suit: int) -> float:
    """What share of a hand would be trumps with that suit.

    >>> from games.engine.core.cards import take_all
    >>> trump_share(take_all("3S4S5H6HB"), 0, 3)
    0.6
    """
    trumps = sum(
        (number >> 2) & 3 == suit or number >> 4 in (level, TWO) or number >> 4 >= SMALL
        for number in each_card(hand)
    )
    return trumps / max(1, hand.bit_count())


def buried(hand: Cards, trumps: Trumps) -> Cards:
    """Six cards for the kitty: no trumps where others do, no points, low ones, short suits first."""
    lengths = [(hand & mask).bit_count() for mask in trumps.masks]

    def worth(number: int) -> float:
        suit, power = trumps.suits[number], trumps.powers[number]
        if suit == TRUMP:
            return 100.0 + power
        high = 15.0 if power >= 10 else 0.0
        return 2.5 * points_in(1 << number) + high + power + 2.0 * lengths[suit]

    found = 0
    for number in sorted(each_card(hand), key=worth)[:KITTY]:
        found |= 1 << number
    return found


def make() -> LevelsHeuristicBot:
    """The bot."""
    return LevelsHeuristicBot()
