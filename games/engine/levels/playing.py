"""Play: leads, following, ruffs, tricks and their points (shengji §4, huolong §4)."""

# ruff: noqa: ARG002 -- all phases have the same methods, whether or not one needs every parameter

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Final

from msgspec.structs import replace

from games.engine.core.actions import Action, Seat
from games.engine.core.cards import Cards
from games.engine.core.errors import NotAllowed
from games.engine.core.events import Event
from games.engine.core.phases import Limit, Pace
from games.engine.core.views import Choice

from .actions import Bury, Play
from .combinations import Combinations
from .ending import settle
from .events import Played, ThrowFailed, TrickWon
from .match import DealSetup, Match
from .notation import write
from .phases import Phase, Step
from .public import PhaseName, Public, publish_setting
from .rules import DealScore, Rules
from .seats import NEXT, NOBODY, SEATS, SIDES
from .trick import TrickPlay, check_following, owed
from .trumps import NO_SUIT, POINT_CARDS, Trumps, points_in, smallest, trumps_of

_LAST: Final = SEATS - 1


class Playing(Phase, frozen=True, tag="playing"):
    """A deal in play. ``led`` is the suit in play of the lead and ``size`` its number of cards; ``top`` wins the
    trick so far with ``power``; ``taken`` are the point cards of the side not dealing.
    """

    hands: tuple[Cards, ...]
    setting: DealSetup
    turn: Seat
    trick: tuple[TrickPlay, ...] = ()
    led: int = NO_SUIT
    size: int = 0
    top: Seat = NOBODY
    power: int = -1
    taken: Cards = 0
    last_trick: tuple[TrickPlay, ...] = ()
    moves: int = 0

    def to_act(self, rules: Rules) -> tuple[Seat, ...]:
        """The seat on turn."""
        return (self.turn,)

    def hand(self, seat: Seat) -> Cards:
        """The cards of a seat."""
        return self.hands[seat]

    def trumps(self, rules: Rules) -> Trumps:
        """The order of cards in this deal."""
        return trumps_of(self.setting.level, self.setting.suit, rules.natural)

    # -- laying cards ----------------------------------------------------------------------------------

    def apply(self, rules: Rules, match: Match, seat: Seat, action: Action, tick: int) -> Step:
        """Lead or follow.

        Raises NotAllowed (``not_your_turn``, ``not_now``, ``no_cards``, ``not_in_hand``, ``wrong_count``,
        ``follow_suit``, and the codes of ``LeadFormats.led``).
        """
        if type(action) is not Play:
            raise NotAllowed("not_now")
        if seat != self.turn:
            raise NotAllowed("not_your_turn")
        cards = action.cards
        hand = self.hands[seat]
        # The hand before the rules of following: those say something only of cards that are held.
        if not cards:
            raise NotAllowed("no_cards")
        if cards & ~hand:
            raise NotAllowed("not_in_hand", card="")
        trumps = self.trumps(rules)
        if not self.trick:
            return match, *self._lead(rules, seat, cards, trumps)
        check_following(hand, cards, trumps.masks[self.led], self.size)
        return self._follow(rules, match, seat, cards, trumps)

    def _lead(
        self, rules: Rules, seat: Seat, tried: Cards, trumps: Trumps
    ) -> tuple["Playing", tuple[Event, ...]]:
        # May be fewer than tried: of a throw that does not stand the smallest card is led (shengji §4).
        cards = rules.lead_formats.resolve_lead(self.hands, seat, tried, trumps)
        suit = trumps.suits[cards.bit_length() - 1]
        failed = tried != cards
        hands = self.hands
        phase = Playing(
            (*hands[:seat], hands[seat] ^ cards, *hands[seat + 1 :]),
            self.setting,
            NEXT[seat],
            (TrickPlay(seat, cards, tried if failed else 0),),
            suit,
            cards.bit_count(),
            seat,
            rules.lead_formats.strength(cards, suit, trumps),
            self.taken,
            self.last_trick,
            self.moves + 1,
        )
        played = Played(seat, cards, True)
        return phase, (ThrowFailed(seat, tried), played) if failed else (played,)

    def _follow(self, rules: Rules, match: Match, seat: Seat, cards: Cards, trumps: Trumps) -> Step:
        top, power = self.top, self.power
        strength = rules.lead_formats.strength(cards, self.led, trumps)
        # Not equal: of equal plays the first wins (shengji §2).
        if strength > power:
            top, power = seat, strength
        hands, trick = self.hands, (*self.trick, TrickPlay(seat, cards))
        hands = (*hands[:seat], hands[seat] ^ cards, *hands[seat + 1 :])
        played = Played(seat, cards, False)
        if len(trick) > _LAST:
            return self._win(rules, match, hands, trick, top, played)
        phase = Playing(
            hands,
            self.setting,
            NEXT[seat],
            trick,
            self.led,
            self.size,
            top,
            power,
            self.taken,
            self.last_trick,
            self.moves + 1,
        )
        return match, phase, (played,)

    def _win(
        self,
        rules: Rules,
        match: Match,
        hands: tuple[Cards, ...],
        trick: tuple[TrickPlay, ...],
        winner: Seat,
        played: Played,
    ) -> Step:
        """The trick's winner leads the next; the side not dealing keeps the points it wins."""
        cards = 0
        for laid in trick:
            cards |= laid.cards
        scored = cards & POINT_CARDS
        taken, others = self.taken, not SIDES.are_partners(winner, self.setting.dealer)
        if others:
            taken |= scored
        won = TrickWon(winner, points_in(scored), others)
        # All hands have the same size: when one is empty, this was the last trick.
        if not hands[winner]:
            return self._end(rules, match, taken, winner, (played, won))
        phase = Playing(
            hands=hands,
            setting=self.setting,
            turn=winner,
            taken=taken,
            last_trick=trick,
            moves=self.moves + 1,
        )
        return match, phase, (played, won)

    def _end(
        self, rules: Rules, match: Match, taken: Cards, winner: Seat, told: tuple[Event, ...]
    ) -> Step:
        setting = self.setting
        deal_score = DealScore(
            dealer=setting.dealer,
            points=points_in(taken),
            kitty=setting.bottom,
            kitty_points=points_in(setting.bottom),
            took_bottom=not SIDES.are_partners(winner, setting.dealer),
            put=setting.put or (0,) * SEATS,  # empty in Shengji, which has no stars
        )
        match, phase, ended = settle(rules, match, setting, deal_score)
        return match, phase, (*told, *ended)

    # -- what may be done ------------------------------------------------------------------------------

    def legal(self, rules: Rules, seat: Seat, tick: int) -> Sequence[Action]:
        """Leads, or what follows."""
        if seat != self.turn:
            return ()
        return plays(rules, self.hands[seat], self.led, self.size, self.trumps(rules))

    def choices(self, rules: Rules, seat: Seat, tick: int) -> tuple[Choice, ...]:
        """One button; a follower plays as many cards as were led."""
        if seat != self.turn:
            return ()
        return (Choice("play", cards=True, count=self.size or None),)

    def barred(self, rules: Rules, seat: Seat) -> Cards:
        """Cards of other suits, while the hand has enough of the suit led."""
        if seat != self.turn or not self.trick:
            return 0
        hand = self.hands[seat]
        fixed, pool, _ = owed(hand, self.trumps(rules).masks[self.led], self.size)
        return hand & ~(fixed | pool)

    def chosen(self, seat: Seat) -> str:
        """For the dealer, who may look at them, the buried cards."""
        return write(Bury(self.setting.buried)) if seat == self.setting.dealer else ""

    def defaults(self, rules: Rules) -> tuple[tuple[Seat, Action], ...]:
        """The lowest legal cards."""
        trumps, hand = self.trumps(rules), self.hands[self.turn]
        if not self.trick:
            return ((self.turn, Play(smallest(hand, 1, trumps))),)
        fixed, pool, free = owed(hand, trumps.masks[self.led], self.size)
        return ((self.turn, Play(fixed | smallest(pool, free, trumps))),)

    def prompt_key(self) -> str:
        """One question a move."""
        return str(self.moves)

    def pace(self, rules: Rules) -> Pace:
        """A turn."""
        return Pace(Limit.TURN)

    def publish(self, rules: Rules, base: Public, tick: int) -> Public:
        """The tricks, and the points of the side not dealing."""
        base = publish_setting(base, self.setting, self.hands)
        return replace(
            base,
            phase=PhaseName.PLAY,
            to_act=(self.turn,),
            leader=self.trick[0].seat if self.trick else self.turn,
            top=self.top if self.trick else None,
            trick=self.trick,
            last_trick=self.last_trick,
            points=points_in(self.taken),
            taken=self.taken,
            # Hands and kitty together: which of them holds a card stays hidden.
            unplayed=reduce(or_, self.hands, self.setting.bottom),
        )


def plays(rules: Rules, hand: Cards, led: int, size: int, trumps: Trumps) -> Sequence[Action]:
    """All plays of a hand to a lead of that suit in play and size, or its leads where ``led`` is NO_SUIT."""
    if led == NO_SUIT:
        return rules.lead_formats.leads(hand, trumps)
    fixed, pool, free = owed(hand, trumps.masks[led], size)
    return Combinations(Play, pool, free, fixed)


def begin_play(hands: tuple[Cards, ...], setting: DealSetup) -> Playing:
    """The dealer leads the first trick."""
    return Playing(hands=hands, setting=setting, turn=setting.dealer)
