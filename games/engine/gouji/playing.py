"""Play: tricks, passing and yielding, gouji plays, going out, the melee (gouji §5-§8)."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from games.engine.core.actions import Action, Seat
from games.engine.core.cards import Cards
from games.engine.core.errors import NotAllowed
from games.engine.core.events import Event
from games.engine.core.phases import Limit, Pace
from games.engine.core.views import Choice

from .actions import Pass, Play, Yield
from .ending import settle
from .events import (
    BecameHeadless,
    MeleeBegan,
    Opened,
    Passed,
    Played,
    TrickWon,
    WentOut,
    Yielded,
)
from .legal import Answers, Leads
from .match import Match, Phase, Step
from .plays import Demand, Shape, demand_of, is_gouji, meets, opens, shape_of
from .rules import Rules
from .scoring import is_over
from .seats import ALL, BIT, NEXT, NOBODY, OPPOSITE, SEATS
from .trick import Laid, answering, answering_in_melee, heir

MELEE_BELOW: Final = 5
"""The melee 四户乱缠 begins with fewer active players than this (gouji §7)."""
THREES: Final = 0xFFFF
PASS: Final = Pass()
YIELD: Final = Yield()


class Playing(Phase, frozen=True, tag="playing"):
    """A deal in play. Sets of seats are six bits each.

    ``pending`` are the seats that may still answer ``top``, the one on turn included. ``yielder`` has yielded
    and waits for those after him; ``awaited`` is the opposite of one who left with a gouji play: he still
    counts as having a head until that play is settled (gouji §6). ``gouji`` says that the top is a gouji
    play in force, ``dead`` that nobody may answer it.
    """

    hands: tuple[Cards, ...]
    turn: Seat
    active: int = ALL
    pending: int = 0
    top: Laid | None = None
    shape: Shape | None = None
    gouji: bool = False
    dead: bool = False
    trick: tuple[Laid, ...] = ()
    last_trick: tuple[Laid, ...] = ()
    passed: int = 0
    yielded: int = 0
    yielder: Seat = NOBODY
    awaited: Seat = NOBODY
    headless: int = 0
    opened: int = 0
    declared: int = 0
    shown: tuple[Cards, ...] = (0,) * SEATS
    finished: tuple[Seat, ...] = ()
    melee: bool = False
    moves: int = 0

    def to_act(self) -> tuple[Seat, ...]:
        """The seat on turn."""
        return (self.turn,)

    def asked(self) -> tuple[Seat, ...]:
        """The seat on turn."""
        return (self.turn,)

    def hand(self, seat: Seat) -> Cards:
        """The cards of a seat."""
        return self.hands[seat]

    def apply(self, rules: Rules, match: Match, seat: Seat, action: Action) -> Step:
        """Play, pass or yield. Raises NotAllowed with the codes of ``words``."""
        if seat != self.turn:
            raise NotAllowed(self._why_not_now(seat))
        kind = type(action)
        if kind is Play:
            cards: Cards = action.cards  # type: ignore[attr-defined]
            return self._lay(rules, match, seat, cards, self._checked(rules, seat, cards))
        if kind is Pass:
            return match, *self._pass(rules, seat)
        if kind is Yield:
            return match, *self._yield(seat)
        raise NotAllowed("not_now")

    def _why_not_now(self, seat: Seat) -> str:
        if not self.active & BIT[seat]:
            return "out"
        if self.top is None or self.pending & BIT[seat] or seat == self.top.seat:
            return "not_your_turn"
        if self.gouji and not self.headless & BIT[seat] and seat != OPPOSITE[self.top.seat]:
            return "gouji_head_only"
        if self.passed & BIT[seat]:
            return "passed"
        return "not_your_turn"

    # -- laying cards ----------------------------------------------------------------------------------

    def _checked(self, rules: Rules, seat: Seat, cards: Cards) -> Shape:
        if not cards:
            raise NotAllowed("no_cards")
        if cards & ~self.hands[seat]:
            raise NotAllowed("not_in_hand", card="")
        shape = shape_of(cards, rules.mixed_jokers)
        if shape is None:
            raise NotAllowed("one_rank")
        if self.shape is not None:
            demand = demand_of(self.shape, two_to_one=rules.two_to_one)
            if not meets(shape, demand):
                raise _too_weak(cards, demand)
        return shape

    def _lay(self, rules: Rules, match: Match, seat: Seat, cards: Cards, shape: Shape) -> Step:
        level = not self.melee and is_gouji(shape)
        gouji = level and not self.headless & BIT[seat]
        dead = gouji and seat == self.awaited
        events: list[Event] = [Played(seat, cards, self.top is None, gouji, dead)]
        hand = self.hands[seat] ^ cards
        hands = (*self.hands[:seat], hand, *self.hands[seat + 1 :])
        active, headless, awaited, finished = (
            self.active,
            self.headless,
            self.awaited,
            self.finished,
        )
        if awaited not in (NOBODY, seat):
            headless |= BIT[awaited]
            events.append(BecameHeadless(awaited))
            awaited = NOBODY
        if not hand:
            active &= ~BIT[seat]
            finished = (*finished, seat)
            events.append(WentOut(seat, len(finished)))
            opposite = OPPOSITE[seat]
            if active & BIT[opposite] and not self.melee:
                if gouji:
                    awaited = opposite
                else:
                    headless |= BIT[opposite]
                    events.append(BecameHeadless(opposite))
        passed = self.passed
        if self.yielder not in (NOBODY, seat):
            passed |= BIT[self.yielder]
        laid = Laid(seat, cards)
        if dead:
            pending = 0
        elif self.melee:
            pending = answering_in_melee(seat, active, passed, reentry=rules.melee_reentry)
        else:
            after_yield = seat == self.yielder
            pending = answering(
                seat,
                active,
                passed,
                headless,
                gouji=gouji or (level and after_yield),
                only_opposite=after_yield,
            )
        phase = replace(
            self,
            hands=hands,
            turn=NEXT[pending][seat],
            active=active,
            pending=pending,
            top=laid,
            shape=shape,
            gouji=gouji,
            dead=dead,
            trick=(*self.trick, laid),
            passed=passed,
            yielder=NOBODY,
            awaited=awaited,
            headless=headless,
            finished=finished,
            moves=self.moves + 1,
        )
        if not hand and is_over(active, rules.game_end):
            return phase._end(rules, match, events)
        if not pending:
            return match, *phase._win(rules, events)
        return match, phase, tuple(events)

    def _end(self, rules: Rules, match: Match, events: list[Event]) -> Step:
        match, after, settled = settle(
            rules,
            match,
            finished=self.finished,
            counts=tuple(hand.bit_count() for hand in self.hands),
            played_last=self.trick[-1].seat,
            opened=self.opened,
        )
        return match, after, (*events, *settled)

    # -- passing, yielding, winning --------------------------------------------------------------------

    def _pass(self, rules: Rules, seat: Seat) -> tuple["Playing", tuple[Event, ...]]:
        if self.top is None:
            raise NotAllowed("lead_must")
        events: list[Event] = [Passed(seat)]
        headless, awaited, turn = self.headless, self.awaited, self.turn
        if awaited == seat:
            headless |= BIT[seat]
            awaited = NOBODY
            events.append(BecameHeadless(seat))
        pending = self.pending & ~BIT[seat]
        if pending:
            turn = NEXT[pending][seat]
        elif self.yielder not in (NOBODY, seat):
            turn = self.yielder
            pending = BIT[turn]
        phase = replace(
            self,
            turn=turn,
            pending=pending,
            trick=(*self.trick, Laid(seat, 0, "pass")),
            passed=self.passed | BIT[seat],
            headless=headless,
            awaited=awaited,
            moves=self.moves + 1,
        )
        return (phase, tuple(events)) if pending else phase._win(rules, events)

    def _yield(self, seat: Seat) -> tuple["Playing", tuple[Event, ...]]:
        code = self._why_no_yield(seat)
        if code:
            raise NotAllowed(code)
        pending = self.pending & ~BIT[seat]
        phase = replace(
            self,
            turn=NEXT[pending][seat],
            pending=pending,
            trick=(*self.trick, Laid(seat, 0, "yield")),
            yielded=self.yielded | BIT[seat],
            yielder=seat,
            moves=self.moves + 1,
        )
        return phase, (Yielded(seat),)

    def _why_no_yield(self, seat: Seat) -> str:
        if self.top is None:
            return "lead_must"
        if self.melee:
            return "yield_melee"
        if self.top.seat != OPPOSITE[seat]:
            return "yield_opposite_only"
        if self.gouji:
            return "yield_gouji"
        if self.yielded & BIT[seat]:
            return "yield_once"
        if not self.pending & ~BIT[seat]:
            return "yield_nobody_after"
        return ""

    def _win(self, rules: Rules, events: list[Event]) -> tuple["Playing", tuple[Event, ...]]:
        """The trick is its last player's; he, or who follows him, leads. Before the melee it may open."""
        if self.top is None or self.shape is None:
            raise ValueError("a trick without a play is not won")
        winner = self.top.seat
        leader = heir(winner, self.active, rules.successor)
        events.append(TrickWon(winner, leader))
        opened, headless, melee = self.opened, self.headless, self.melee
        if not melee and not opened & BIT[winner]:
            if opens(self.top.cards, self.shape, with_twos=rules.open_with_twos):
                opened |= BIT[winner]
                events.append(Opened(winner))
        if self.awaited != NOBODY and self.active & BIT[self.awaited]:
            headless |= BIT[self.awaited]
            events.append(BecameHeadless(self.awaited))
        if not melee and self.active.bit_count() < MELEE_BELOW:
            melee = True
            events.append(MeleeBegan())
        phase = replace(
            self,
            turn=leader,
            pending=0,
            top=None,
            shape=None,
            gouji=False,
            dead=False,
            trick=(),
            last_trick=self.trick,
            passed=0,
            yielded=0,
            yielder=NOBODY,
            awaited=NOBODY,
            opened=opened,
            headless=headless,
            melee=melee,
        )
        return phase, tuple(events)

    # -- what may be done ------------------------------------------------------------------------------

    def legal(self, rules: Rules, seat: Seat) -> Sequence[Action]:
        """Leads, or passing, yielding and the plays that beat the top."""
        if seat != self.turn:
            return ()
        hand = self.hands[seat]
        if self.shape is None:
            return Leads(hand, rules.mixed_jokers)
        extras: tuple[Action, ...] = (PASS,) if self._why_no_yield(seat) else (PASS, YIELD)
        demand = demand_of(self.shape, two_to_one=rules.two_to_one)
        if demand is None or hand.bit_count() < demand.size:
            return extras
        return Answers(hand, demand, rules.mixed_jokers, extras)

    def choices(self, rules: Rules, match: Match, seat: Seat) -> tuple[Choice, ...]:  # noqa: ARG002
        """The same as buttons; ``play`` is there when some play is legal."""
        legal = self.legal(rules, seat)
        if not legal:
            return ()
        if self.shape is None:
            return (Choice("play", cards=True),)
        demand = demand_of(self.shape, two_to_one=rules.two_to_one)
        plays = isinstance(legal, Answers) and legal.plays > 0
        play = (Choice("play", cards=True, count=demand.size),) if plays and demand else ()
        give = () if self._why_no_yield(seat) else (Choice("yield"),)
        return (*play, Choice("pass"), *give)

    def defaults(self) -> tuple[tuple[Seat, Action], ...]:
        """Pass; a leader leads his lowest single card that is not a 3, and 3s when he has nothing else."""
        if self.top is not None:
            return ((self.turn, PASS),)
        hand = self.hands[self.turn]
        above = hand & ~THREES
        return ((self.turn, Play(above & -above if above else hand)),)

    def question(self) -> str:
        """One question a move."""
        return str(self.moves)

    def pace(self) -> Pace:
        """A turn."""
        return Pace(Limit.TURN)


def _too_weak(cards: Cards, demand: Demand | None) -> NotAllowed:
    if demand is None:
        return NotAllowed("big_joker_unmet")
    if cards.bit_count() != demand.size:
        return NotAllowed("wrong_count", count=demand.size)
    return NotAllowed("too_low")
