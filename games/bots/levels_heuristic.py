"""The steady bot for the Shengji games: it plays from its view and keeps nothing between two choices.

It follows suit as cheaply as it can, saves points or gives them to its partner, shows a suit in which it is long, and
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
"""With this share of trumps in its hand the bot shows before all cards are drawn."""
EARLY: Final = 0.35
"""Until this share of the cards is drawn the bot shows nothing: a few cards say little about a suit."""


class LevelsHeuristicBot:
    """It plays any game on ``games.engine.levels``."""

    def choose(
        self,
        view: View[AnyPublic],
        game: AnyGame,
        rng: random.Random,  # noqa: ARG002 -- it never draws
    ) -> Action | None:
        """The action it thinks best. Raises ValueError where nothing may be done.

        None while it waits for more cards in a drawing: a seat that has declined may not show any more.
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
    """A joker that its own show awaits, or the level card of a good suit; else declining."""
    public = view.public
    top = next((seen for seen in public.shows if seen.on_top), None)
    own = [seen for seen in public.shows if seen.seat == view.seat and seen.state == "awaiting"]
    # Otherwise its own show would be lost (huolong §2).
    if own and shows:
        return shows[0]
    # Never against a show of its own side.
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
    # In deal 1 a show takes the deal as well (shengji §3): there half the cards are enough to wait for.
    eager = late and (good or (public.dealer == NOBODY and public.drawn * 2 > public.to_draw))
    return best if done or eager else Decline()


def trump_share(hand: Cards, level: int, suit: int) -> float:
    """The share of a hand that would be trumps with that trump suit, from 0 to 1.

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
    """Six cards for the kitty: low cards without points from short side suits; trumps only if nothing else is left."""
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
