"""The phase of play: it hands each action to the module with its rules (gouji §5-§8)."""

from collections.abc import Sequence
from functools import reduce
from operator import and_, or_
from typing import ClassVar, Final

from msgspec.structs import replace

from games.engine.core.actions import Action, Seat
from games.engine.core.cards import Cards
from games.engine.core.errors import NotAllowed
from games.engine.core.phases import Limit, Pace
from games.engine.core.views import Choice

from . import burning
from .actions import Burn, Decline, Pass, Play, Yield
from .ending import settle
from .lay_down import checked, lay
from .legal import answers_of, is_one_play, leads_of
from .match import Match, Step
from .notation import write
from .play_state import JOKERS, THREES, Events, PlayState
from .plays import demand_of
from .public import PhaseName, Public, counts_of, seat_or_none
from .rules import Rules
from .scoring import is_over, settled, sufferers
from .seats import BIT, OPPOSITE, SEATS_IN, flags
from .tribute_dues import between_sides
from .trick_flow import give_way, may_yield, pass_by

PASS: Final = Pass()
YIELD: Final = Yield()


class Playing(PlayState, frozen=True, tag="playing"):
    """A deal in play."""

    NAME: ClassVar[PhaseName] = PhaseName.PLAY

    def to_act(self) -> tuple[Seat, ...]:
        """The seat on turn, or the burners that have not answered."""
        if self.burners:
            return SEATS_IN[self.burners & ~self.answered]
        return (self.turn,)

    def publicly_to_act(self) -> tuple[Seat, ...]:
        """The seat on turn, or all that may burn by their position."""
        # Those that have answered too: in a sealed window nobody sees who has decided (§2).
        return SEATS_IN[self.burners] if self.burners else (self.turn,)

    def hand(self, seat: Seat) -> Cards:
        """The cards of a seat."""
        return self.hands[seat]

    def apply(self, rules: Rules, match: Match, seat: Seat, action: Action) -> Step:
        """Play, pass, yield, burn. Raises NotAllowed with the codes of ``words``."""
        events: Events = []
        kind = type(action)
        # Before the turn is looked at: while burners are asked, nobody is on turn (§6).
        if self.burners:
            play_state: PlayState = burning.answer(rules, self, seat, action, events)
        elif seat != self.turn:
            raise NotAllowed(self._why_not_now(rules, seat))
        elif isinstance(action, Play):
            cards = action.cards
            play_state = lay(rules, self, seat, cards, checked(rules, self, seat, cards), events)
        elif kind is Pass:
            play_state = pass_by(rules, self, seat, events)
        elif kind is Yield:
            play_state = give_way(self, seat, events)
        elif kind is Burn or kind is Decline:
            raise NotAllowed("burn_not_asked")
        else:
            raise NotAllowed("not_now")
        # In mid-trick too (§9); only a seat that leaves can end the game.
        if play_state.active != self.active and is_over(play_state.active, rules.game_end):
            return settle(rules, match, play_state, events)
        return match, play_state, tuple(events)

    def _why_not_now(self, rules: Rules, seat: Seat) -> str:
        # Only for the sentence: that it is not the seat's turn is known already.
        if not self.active & BIT[seat]:
            return "out"
        if self.top is None or self.pending & BIT[seat] or seat == self.top.seat:
            return "not_your_turn"
        if self.melee and not rules.melee_reentry:
            return "passed_melee"
        if self.gouji and not self.headless & BIT[seat] and seat != OPPOSITE[self.top.seat]:
            return "gouji_head_only"
        return "passed" if self.passed & BIT[seat] and not self.melee else "not_your_turn"

    def legal(self, rules: Rules, seat: Seat) -> Sequence[Action]:
        """Leads, or passing, yielding and the plays that beat the top, or burns."""
        if self.burners:
            return burning.legal(rules, self, seat)
        if seat != self.turn:
            return ()
        hand = self.hands[seat]
        if self.shape is None:
            return leads_of(rules, hand, burner=seat == self.burner)
        extras: tuple[Action, ...] = (PASS, YIELD) if may_yield(self, seat) else (PASS,)
        return answers_of(rules, hand, self.shape, extras)

    def choices(self, rules: Rules, seat: Seat) -> tuple[Choice, ...]:
        """The legal actions as buttons; ``play`` and ``burn`` are there when some play is legal."""
        legal = self.legal(rules, seat)
        if not legal:
            return ()
        if self.shape is None:
            return (Choice("play", cards=True),)
        # Pass and yield, or declining, come first: at most two, so that no play has to be built here.
        said = tuple(action for action in legal[:2] if not isinstance(action, Play | Burn))
        buttons = tuple(Choice(_VERBS[type(action)]) for action in said)
        if len(legal) == len(said):
            return buttons
        demand = demand_of(self.shape, two_to_one=rules.two_to_one)
        count = demand.size if demand else None
        return (Choice("burn" if self.burners else "play", cards=True, count=count), *buttons)

    def barred(self, rules: Rules, seat: Seat) -> Cards:
        """Held 3s, while the hand has any other card (gouji §3)."""
        hand = self.hands[seat]
        return hand & THREES if rules.hold_threes and hand > THREES else 0

    def chosen(self, seat: Seat) -> str:
        """A sealed burn or its declining."""
        if not self.answered & BIT[seat]:
            return ""
        cards = dict(self.offers).get(seat)
        return write(Burn(cards) if cards else burning.DECLINE)

    def defaults(self, rules: Rules) -> tuple[tuple[Seat, Action], ...]:
        """No burn; pass; a leader leads (gouji §2)."""
        if self.burners:
            return tuple((seat, burning.DECLINE) for seat in self.to_act())
        if self.top is not None:
            return ((self.turn, PASS),)
        return ((self.turn, Play(self._default_lead(rules))),)

    def _default_lead(self, rules: Rules) -> Cards:
        """The lowest single card that is not a 3, or all 3s if the hand has nothing else (gouji §2).

        A burner leads the whole hand if it is one play, else the lowest joker.
        """
        hand = self.hands[self.turn]
        above = hand & ~THREES
        if not above:
            return hand
        if self.turn == self.burner:
            if is_one_play(hand, rules):
                return hand
            above = hand & JOKERS
        return above & -above

    def prompt_key(self) -> str:
        """One question a move, and one for the whole of a burn window."""
        return f"{self.moves}b" if self.burners else str(self.moves)

    def pace(self) -> Pace:
        """A turn, or a window."""
        return Pace(Limit.CALL if self.burners else Limit.TURN)

    def publish(self, public: Public) -> Public:
        """The trick, and everybody's condition."""
        stifled, burnt = sufferers(self.owed)
        return replace(
            public,
            phase=self.NAME,
            window="burn" if self.burners else "",
            counts=counts_of(self.hands),
            to_act=self.publicly_to_act(),
            leader=self.trick[0].seat if self.trick else self.turn,
            trick=self.trick,
            last_trick=self.last_trick,
            top=self.top,
            gouji=self.gouji,
            dead=self.dead,
            passed=flags(self.passed),
            yielder=seat_or_none(self.yielder),
            active=flags(self.active),
            places=settled(self.finished, self.fallen, self.revolted),
            finished=self.finished,
            fallen=self.fallen,
            opened=flags(self.opened),
            declared=flags(self.declared),
            headless=flags(self.headless),
            headed=seat_or_none(self.headed),
            heads_left=self.heads_left,
            revolted=seat_or_none(self.revolted),
            # Shown cards are known until they are played.
            shown=tuple(map(and_, self.shown, self.hands)),
            melee=self.melee,
            burner=seat_or_none(self.burner),
            burned=seat_or_none(self.burned),
            owed=between_sides(self.owed),
            stifled=stifled,
            burnt=burnt,
            # All hands at once: which of them holds a card stays hidden.
            unplayed=reduce(or_, self.hands, self.discarded & ~self.laid),
        )


_VERBS: Final = {Pass: "pass", Yield: "yield", Decline: "decline"}
