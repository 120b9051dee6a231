"""Laying a play: what it must be, what it does to the play it beats, who may answer it (gouji §1-§8)."""

from msgspec.structs import replace

from games.engine.core.actions import Seat
from games.engine.core.cards import Cards
from games.engine.core.errors import NotAllowed

from .events import BurnEnded, Played, Stifled
from .leaving import eliminate, go_out, settle_awaited_head
from .play_state import JOKERS, THREES, Events, PlayState, only_threes, put
from .plays import Demand, Shape, demand_of, is_gouji, meets, shape_of
from .results import Due
from .rules import Rules
from .scoring import is_over
from .seats import BIT, NOBODY, OPPOSITE
from .trick import TrickEntry, answering, answering_in_melee
from .trick_flow import ask


def checked(rules: Rules, play_state: PlayState, seat: Seat, cards: Cards) -> Shape:
    """Check cards as a lead, or as an answer to the top, and return what they reduce to.

    Raises NotAllowed (``no_cards``, ``not_in_hand``, ``one_rank``, ``threes_last``, ``burn_on_joker``,
    ``big_joker_unmet``, ``wrong_count``, ``too_low``).
    """
    hand = play_state.hands[seat]
    if not cards:
        raise NotAllowed("no_cards")
    if cards & ~hand:
        raise NotAllowed("not_in_hand", card="")
    shape = shape_of(cards, rules.mixed_jokers)
    if shape is None:
        raise NotAllowed("one_rank")
    # Before the demand is looked at: that 3s are held (§3) says more than that they are too low.
    if rules.hold_threes and cards & THREES and not (cards == hand and only_threes(hand)):
        raise NotAllowed("threes_last")
    if play_state.shape is not None:
        demand = demand_of(play_state.shape, two_to_one=rules.two_to_one)
        if not meets(shape, demand):
            raise _too_weak(cards, demand)
    elif play_state.burner == seat and not cards & JOKERS and cards != hand:
        raise NotAllowed("burn_on_joker")
    return shape


def _too_weak(cards: Cards, demand: Demand | None) -> NotAllowed:
    if demand is None:
        return NotAllowed("big_joker_unmet")
    if cards.bit_count() != demand.size:
        return NotAllowed("wrong_count", count=demand.size)
    return NotAllowed("too_low")


def lay(
    rules: Rules,
    play_state: PlayState,
    seat: Seat,
    cards: Cards,
    shape: Shape,
    events: Events,
    *,
    burns: bool = False,
) -> PlayState:
    """The table after a play that ``checked`` accepts, and who is asked about it. The game may be over.

    ``events`` is added to.
    """
    leads = play_state.top is None
    after_yield = seat == play_state.yielder
    # The effects are worked out first, for they decide who has a head; the log tells the play first.
    told: Events = []
    if not leads:
        play_state = _beaten(rules, play_state, seat, told, burns=burns)
    gouji_shape = not play_state.melee and is_gouji(shape)  # in the melee there is no gouji (§7)
    # In force only for a player with a head: anyone may answer a headless one (§8).
    gouji = gouji_shape and not play_state.headless & BIT[seat]
    dead = gouji and seat in (play_state.awaited, play_state.headed)
    events.append(Played(seat, cards, leads, gouji, dead, burns))
    events += told
    hand = play_state.hands[seat] ^ cards
    laid = TrickEntry(seat, cards)
    play_state = replace(
        play_state,
        hands=put(play_state.hands, seat, hand),
        top=laid,
        shape=shape,
        gouji=gouji,
        dead=dead,
        trick=(*play_state.trick, laid),
        played_last=seat,
        yielder=NOBODY,
        moves=play_state.moves + 1,
    )
    if dead and seat == play_state.headed:
        play_state = _spend_head(play_state)
    if not hand:
        play_state = go_out(play_state, seat, events)
    # With four or more active no game is over, whatever game_end says: the cheap test spares the other.
    if play_state.active.bit_count() < 4 and is_over(play_state.active, rules.game_end):
        return play_state
    return _asked(
        rules, play_state, gouji_shape=gouji_shape, after_yield=after_yield, events=events
    )


def _beaten(
    rules: Rules, play_state: PlayState, seat: Seat, told: Events, *, burns: bool
) -> PlayState:
    """What a play or a burn of ``seat`` does to the play on the table."""
    if play_state.yielder not in (NOBODY, seat):
        # A seat after the one that yielded has played: the yield was a pass (§5).
        play_state = replace(play_state, passed=play_state.passed | BIT[play_state.yielder])
    if play_state.awaited not in (NOBODY, seat):
        # Beaten by another seat: the play is settled, and what kept that head is over (§6, §8).
        play_state = settle_awaited_head(play_state, told)
    loser = play_state.top.seat if play_state.top else NOBODY
    if play_state.burner != NOBODY:
        told.append(BurnEnded(play_state.burner, seat))
        play_state = replace(play_state, burner=NOBODY, burned=NOBODY)
    # After the old burn is ended: burning a burner begins a new burn, with them as the burned player (§7).
    if burns:
        play_state = replace(play_state, burner=seat, burned=loser)
    if rules.hold_threes and only_threes(play_state.hands[loser]):
        told.append(Stifled(loser, seat))
        play_state = replace(play_state, owed=(*play_state.owed, Due("stifle", loser, seat)))
        if rules.stifled == "out":
            play_state = eliminate(play_state, loser, told)
    return play_state


def _spend_head(play_state: PlayState) -> PlayState:
    """One dead gouji less; with the last the seat is headless as soon as it is settled (gouji §8)."""
    left = play_state.heads_left - 1
    if left:
        return replace(play_state, heads_left=left)
    # ``awaited`` keeps the head until then: others may still burn this play.
    return replace(play_state, heads_left=0, headed=NOBODY, awaited=play_state.headed)


def _asked(
    rules: Rules, play_state: PlayState, *, gouji_shape: bool, after_yield: bool, events: Events
) -> PlayState:
    """Who may answer or burn the play just laid. ``gouji_shape``: it is gouji, in force or not."""
    seat, active = play_state.trick[-1].seat, play_state.active
    if play_state.melee:
        pending = answering_in_melee(seat, active, play_state.passed, reentry=rules.melee_reentry)
    elif play_state.dead:
        pending = 0  # a dead gouji may be burned, but not answered (§8)
    else:
        pending = answering(
            seat,
            active,
            play_state.passed,
            play_state.headless,
            gouji=play_state.gouji or (gouji_shape and after_yield),
            only_opposite=after_yield,
        )
    burners = 0
    if play_state.gouji:
        burners = active & ~(BIT[seat] | BIT[OPPOSITE[seat]] | play_state.headless)
    play_state = replace(play_state, pending=pending, burners=burners, answered=0, offers=())
    return ask(rules, play_state, events)
