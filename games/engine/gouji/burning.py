"""The burn window: every seat whose position lets it burn is asked at once, sealed (gouji §7)."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from games.engine.core.actions import Action, Seat
from games.engine.core.cards import SMALL, TWO, Cards, rank_counts
from games.engine.core.errors import NotAllowed

from .actions import Burn, Decline
from .lay_down import checked, lay
from .legal import answers_of
from .play_state import Events, PlayState
from .plays import shape_of
from .rules import Rules
from .seats import BIT, NOBODY, SEATS, SIDES, from_seat
from .tricks import ask

DECLINE: Final = Decline()


def covers(hand: Cards, cards: Cards, rules: Rules) -> bool:
    """Whether a burn with ``cards`` can succeed by itself: the jokers left are at least the ranks left, less
    one; 2s count as a rank only when nothing is left to attach them to (gouji §7, option burn).

    >>> from games.engine.core.cards import take_all
    >>> from games.engine.registry import game_of
    >>> rules = game_of("gouji").rules
    >>> covers(take_all("BBAA99333"), take_all("AA"), rules)
    True
    >>> covers(take_all("BAA99888333"), take_all("AA"), rules)
    False
    """
    return carried(rank_counts(hand & ~cards), rules)


def carried(counts: tuple[int, ...], rules: Rules) -> bool:
    """The same of the cards that are left, counted by rank: whether there is a joker for each lead but the last."""
    ranks = sum(count > 0 for count in counts[:TWO])
    carriers = ranks - bool(counts[0] and rules.hold_threes)
    if counts[TWO] and not carriers:
        ranks += 1
    return sum(counts[SMALL:]) >= ranks - 1


def legal(rules: Rules, play_state: PlayState, seat: Seat) -> Sequence[Action]:
    """Declining, and every play that beats the gouji play on the table."""
    if not play_state.burners & ~play_state.answered & BIT[seat] or play_state.shape is None:
        return ()
    hand = play_state.hands[seat]
    burns = answers_of(rules, hand, play_state.shape, (DECLINE,), Burn)
    if rules.burn == "covered":
        return tuple(
            burn for burn in burns if not isinstance(burn, Burn) or covers(hand, burn.cards, rules)
        )
    return burns


def answer(
    rules: Rules, play_state: PlayState, seat: Seat, action: Action, events: Events
) -> PlayState:
    """Seal a seat's burn or its declining; the last answer closes the window.

    Raises NotAllowed (``out``, ``burn_not_asked``, ``burn_answered``, ``burners_first``, ``burn_or_decline``,
    ``burn_not_covered``, and those of
    ``laying.checked``).
    """
    if not play_state.active & BIT[seat]:
        raise NotAllowed("out")
    if not play_state.burners & BIT[seat]:
        raise NotAllowed("burn_not_asked" if isinstance(action, Burn) else "burners_first")
    if play_state.answered & BIT[seat]:
        raise NotAllowed("burn_answered")
    offers = play_state.offers
    if isinstance(action, Burn):
        checked(rules, play_state, seat, action.cards)
        if rules.burn == "covered" and not covers(play_state.hands[seat], action.cards, rules):
            raise NotAllowed("burn_not_covered")
        offers = (*offers, (seat, action.cards))
    elif not isinstance(action, Decline):
        raise NotAllowed("burn_or_decline")
    play_state = replace(play_state, answered=play_state.answered | BIT[seat], offers=offers)
    if play_state.burners & ~play_state.answered:
        return play_state
    return _close(rules, play_state, events)


def _close(rules: Rules, play_state: PlayState, events: Events) -> PlayState:
    """Only the first burn is laid; without one the play goes to those who may answer it."""
    offers = dict(play_state.offers)
    play_state = replace(play_state, burners=0, answered=0, offers=())
    seat = _first(play_state, offers)
    if seat == NOBODY:
        return ask(rules, play_state, events)
    shape = shape_of(offers[seat], rules.mixed_jokers)
    if shape is None:
        raise ValueError("a burn that was checked is a play")
    return lay(rules, play_state, seat, offers[seat], shape, events, burns=True)


def _first(play_state: PlayState, offers: dict[Seat, Cards]) -> Seat:
    """The player's own federation goes first, then playing order."""
    player = play_state.trick[-1].seat
    order = from_seat(sum(BIT[seat] for seat in offers), (player + 1) % SEATS)
    partners = [seat for seat in order if SIDES.are_partners(seat, player)]
    return next(iter([*partners, *order]), NOBODY)
