"""The burn window: all seats that may burn are asked at once, and their answers are sealed (gouji §7).

Seats are asked by position and not by cards: being asked must not tell what a hand holds.
"""

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
from .trick_flow import ask

DECLINE: Final = Decline()


def covers(hand: Cards, cards: Cards, rules: Rules) -> bool:
    """Whether enough jokers are left after a burn with ``cards`` (option burn ``covered``, gouji §7).

    Needed are as many as ranks are left, less one. 2s count as a rank only when there is no other rank to
    attach them to.

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
    """The same for the cards left after the burn, counted by rank: a joker for each lead but the last."""
    ranks = sum(count > 0 for count in counts[:TWO])
    # Held 3s go out bare (§3), so 2s cannot be attached to them.
    carriers = ranks - bool(counts[0] and rules.hold_threes)
    if counts[TWO] and not carriers:
        ranks += 1
    # The last hand needs no joker.
    return sum(counts[SMALL:]) >= ranks - 1


def legal(rules: Rules, play_state: PlayState, seat: Seat) -> Sequence[Action]:
    """Declining, and every play that beats the gouji play on the table."""
    if not play_state.burners & ~play_state.answered & BIT[seat] or play_state.shape is None:
        return ()
    hand = play_state.hands[seat]
    burns = answers_of(rules, hand, play_state.shape, (DECLINE,), Burn)
    if rules.burn == "covered":
        # Whether a burn is covered cannot be counted by arithmetic: the few that beat the top are written out.
        return tuple(
            burn for burn in burns if not isinstance(burn, Burn) or covers(hand, burn.cards, rules)
        )
    return burns


def answer(
    rules: Rules, play_state: PlayState, seat: Seat, action: Action, events: Events
) -> PlayState:
    """Seal a seat's burn or its declining; the last answer closes the window.

    Raises NotAllowed (``out``, ``burn_not_asked``, ``burn_answered``, ``burners_first``, ``burn_or_decline``,
    ``burn_not_covered``, and those of ``lay_down.checked``).
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
    # ``moves`` stays: one seat's sealed answer must not make the answers of the others stale.
    play_state = replace(play_state, answered=play_state.answered | BIT[seat], offers=offers)
    if play_state.burners & ~play_state.answered:
        return play_state
    return _close(rules, play_state, events)


def _close(rules: Rules, play_state: PlayState, events: Events) -> PlayState:
    """Only the first burn is laid; without one the play goes to those who may answer it."""
    offers = dict(play_state.offers)
    # The other offers are dropped unseen, and their cards never left the hands (§7).
    play_state = replace(play_state, burners=0, answered=0, offers=())
    seat = _first(play_state, offers)
    if seat == NOBODY:
        return ask(rules, play_state, events)
    shape = shape_of(offers[seat], rules.mixed_jokers)
    if shape is None:
        raise ValueError("a burn that was checked is a play")
    return lay(rules, play_state, seat, offers[seat], shape, events, burns=True)


def _first(play_state: PlayState, offers: dict[Seat, Cards]) -> Seat:
    """The burner whose cards are laid: partners of the burned player before others, then playing order (§7)."""
    player = play_state.trick[-1].seat
    order = from_seat(sum(BIT[seat] for seat in offers), (player + 1) % SEATS)
    partners = [seat for seat in order if SIDES.are_partners(seat, player)]
    return next(iter([*partners, *order]), NOBODY)
