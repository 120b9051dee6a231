"""The kitty 底牌: the dealer takes it and buries as many cards (shengji §3)."""

# ruff: noqa: ARG002 -- all phases have the same methods, whether or not one needs every parameter

from collections.abc import Sequence

from msgspec.structs import replace

from games.engine.core.actions import Action, Seat
from games.engine.core.cards import Cards
from games.engine.core.errors import NotAllowed
from games.engine.core.events import Event
from games.engine.core.phases import Limit, Pace
from games.engine.core.views import Choice

from .actions import Bury
from .combinations import Combinations
from .events import Buried, KittyBuried, KittySeen, KittyTaken
from .match import DealSetup, Match
from .phases import KittyFinished, Phase, Step
from .public import PhaseName, Public, publish_setting
from .rules import KITTY, Rules


class KittyExchange(Phase, frozen=True, tag="burying"):
    """The dealer holds the kitty and has to bury six cards of their choice."""

    hands: tuple[Cards, ...]
    kitty: Cards
    setting: DealSetup

    def to_act(self, rules: Rules) -> tuple[Seat, ...]:
        """The dealer."""
        return (self.setting.dealer,)

    def hand(self, seat: Seat) -> Cards:
        """The cards of a seat, the kitty among the dealer's."""
        return self.hands[seat]

    def apply(self, rules: Rules, match: Match, seat: Seat, action: Action, tick: int) -> Step:
        """Bury the cards. Raises NotAllowed (``bury_dealer``, ``not_now``, ``not_in_hand``, ``bury_count``)."""
        if not isinstance(action, Bury):
            raise NotAllowed("not_now")
        if seat != self.setting.dealer:
            raise NotAllowed("bury_dealer")
        cards = action.cards
        if cards & ~self.hands[seat]:
            raise NotAllowed("not_in_hand", card="")
        if cards.bit_count() != KITTY:
            raise NotAllowed("bury_count", count=KITTY)
        hands = (*self.hands[:seat], self.hands[seat] ^ cards, *self.hands[seat + 1 :])
        setting = replace(self.setting, bottom=cards, buried=cards)
        return match, KittyFinished(hands, setting), (Buried(seat), KittyBuried(seat, cards))

    def legal(self, rules: Rules, seat: Seat, tick: int) -> Sequence[Action]:
        """Any six cards."""
        return Combinations(Bury, self.hands[seat], KITTY) if seat == self.setting.dealer else ()

    def choices(self, rules: Rules, seat: Seat, tick: int) -> tuple[Choice, ...]:
        """One button."""
        return (Choice("bury", cards=True, count=KITTY),) if seat == self.setting.dealer else ()

    def defaults(self, rules: Rules) -> tuple[tuple[Seat, Action], ...]:
        """The six cards that were taken (shengji §3)."""
        return ((self.setting.dealer, Bury(self.kitty)),)

    def prompt_key(self) -> str:
        """What to bury."""
        return "bury"

    def pace(self, rules: Rules) -> Pace:
        """A choice that needs thought."""
        return Pace(Limit.CHOICE)

    def publish(self, rules: Rules, base: Public, tick: int) -> Public:
        """Trumps, and how many cards each seat holds."""
        return publish_setting(
            replace(base, phase=PhaseName.KITTY_EXCHANGE), self.setting, self.hands
        )


def take_kitty(
    hands: tuple[Cards, ...], kitty: Cards, setting: DealSetup
) -> tuple[KittyExchange, tuple[Event, ...]]:
    """The dealer takes the kitty into hand."""
    dealer = setting.dealer
    hands = (*hands[:dealer], hands[dealer] | kitty, *hands[dealer + 1 :])
    return KittyExchange(hands, kitty, setting), (KittyTaken(dealer), KittySeen(dealer, kitty))
