"""Laying a play: what it must be, what it does to the play it beats, who may answer it (gouji §1-§8)."""

from msgspec.structs import replace

from games.engine.core.actions import Seat
from games.engine.core.cards import Cards
from games.engine.core.errors import NotAllowed

from .events import BurnEnded, Played, Stifled
from .leaving import fall, go_out, release
from .plays import Demand, Shape, demand_of, is_gouji, meets, shape_of
from .results import Due
from .rules import Rules
from .scoring import is_over
from .seats import BIT, NOBODY, OPPOSITE
from .table import JOKERS, THREES, Events, Table, only_threes, put
from .trick import Laid, answering, answering_in_melee
from .tricks import ask


def checked(rules: Rules, table: Table, seat: Seat, cards: Cards) -> Shape:
    """What cards of a seat reduce to, as a lead or an answer to the top.

    Raises NotAllowed (``no_cards``, ``not_in_hand``, ``one_rank``, ``threes_last``, ``burn_on_joker``,
    ``big_joker_unmet``, ``wrong_count``, ``too_low``).
    """
    hand = table.hands[seat]
    if not cards:
        raise NotAllowed("no_cards")
    if cards & ~hand:
        raise NotAllowed("not_in_hand", card="")
    shape = shape_of(cards, rules.mixed_jokers)
    if shape is None:
        raise NotAllowed("one_rank")
    if rules.hold_threes and cards & THREES and not (cards == hand and only_threes(hand)):
        raise NotAllowed("threes_last")
    if table.shape is not None:
        demand = demand_of(table.shape, two_to_one=rules.two_to_one)
        if not meets(shape, demand):
            raise _too_weak(cards, demand)
    elif table.burner == seat and not cards & JOKERS and cards != hand:
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
    table: Table,
    seat: Seat,
    cards: Cards,
    shape: Shape,
    events: Events,
    *,
    burns: bool = False,
) -> Table:
    """The table after a play that has been checked, and who is asked about it. The game may be over."""
    leads = table.top is None
    after_yield = seat == table.yielder
    told: Events = []
    if not leads:
        table = _beaten(rules, table, seat, told, burns=burns)
    level = not table.melee and is_gouji(shape)
    gouji = level and not table.headless & BIT[seat]
    dead = gouji and seat in (table.awaited, table.headed)
    events.append(Played(seat, cards, leads, gouji, dead, burns))
    events += told
    hand = table.hands[seat] ^ cards
    laid = Laid(seat, cards)
    table = replace(
        table,
        hands=put(table.hands, seat, hand),
        top=laid,
        shape=shape,
        gouji=gouji,
        dead=dead,
        trick=(*table.trick, laid),
        played_last=seat,
        yielder=NOBODY,
        moves=table.moves + 1,
    )
    if dead and seat == table.headed:
        table = _spend_head(table)
    if not hand:
        table = go_out(table, seat, events)
    if table.active.bit_count() < 4 and is_over(table.active, rules.game_end):
        return table
    return _asked(rules, table, level=level, after_yield=after_yield, events=events)


def _beaten(rules: Rules, table: Table, seat: Seat, told: Events, *, burns: bool) -> Table:
    """What a play or a burn of ``seat`` does to the play on the table."""
    if table.yielder not in (NOBODY, seat):
        table = replace(table, passed=table.passed | BIT[table.yielder])
    if table.awaited not in (NOBODY, seat):
        table = release(table, told)
    loser = table.top.seat if table.top else NOBODY
    if table.burner != NOBODY:
        told.append(BurnEnded(table.burner, seat))
        table = replace(table, burner=NOBODY, burned=NOBODY)
    if burns:
        table = replace(table, burner=seat, burned=loser)
    if rules.hold_threes and only_threes(table.hands[loser]):
        told.append(Stifled(loser, seat))
        table = replace(table, owed=(*table.owed, Due("stifle", loser, seat)))
        if rules.stifled == "out":
            table = fall(table, loser, told)
    return table


def _spend_head(table: Table) -> Table:
    """One dead gouji less; with the last he is headless as soon as it is settled (gouji §8)."""
    left = table.heads_left - 1
    if left:
        return replace(table, heads_left=left)
    return replace(table, heads_left=0, headed=NOBODY, awaited=table.headed)


def _asked(rules: Rules, table: Table, *, level: bool, after_yield: bool, events: Events) -> Table:
    seat, active = table.trick[-1].seat, table.active
    if table.melee:
        pending = answering_in_melee(seat, active, table.passed, reentry=rules.melee_reentry)
    elif table.dead:
        pending = 0
    else:
        pending = answering(
            seat,
            active,
            table.passed,
            table.headless,
            gouji=table.gouji or (level and after_yield),
            only_opposite=after_yield,
        )
    burners = 0
    if table.gouji:
        burners = active & ~(BIT[seat] | BIT[OPPOSITE[seat]] | table.headless)
    table = replace(table, pending=pending, burners=burners, answered=0, offers=())
    return ask(rules, table, events)
