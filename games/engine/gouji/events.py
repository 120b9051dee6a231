"""The events of Gouji, in the past tense.

All are public but two: the hand dealt, which its seat sees, and cards that change hands before play, which
giver and receiver see.
"""

from games.engine.core.actions import Seat
from games.engine.core.cards import Cards
from games.engine.core.events import Audience, Event, PublicEvent, SeatEvent


class DealBegan(PublicEvent, frozen=True, tag="deal_began"):
    """The cards of the deal ``number`` were given out."""

    number: int


class Dealt(Event, frozen=True, tag="dealt"):
    """A seat received its cards; only it sees which."""

    seat: Seat
    cards: Cards

    def audience(self) -> Audience:
        """The seat itself."""
        return (self.seat,)


class DealVoided(PublicEvent, frozen=True, tag="deal_voided"):
    """Two or more revolted: the game is void and dealt again."""

    seats: tuple[Seat, ...]


class CardsGiven(PublicEvent, frozen=True, tag="cards_given"):
    """``count`` cards went from one seat to another.

    ``kind`` is the kind of a ``Due``, or ``buy`` 买三, ``beg`` 要三, ``return`` 还贡. Which cards: ``CardsMoved``.
    """

    kind: str
    giver: Seat
    receiver: Seat
    count: int


class CardsMoved(Event, frozen=True, tag="cards_moved"):
    """Which cards went from one seat to another. Only the two see it."""

    giver: Seat
    receiver: Seat
    cards: Cards

    def audience(self) -> Audience:
        """The two seats."""
        return (self.giver, self.receiver)


class Revolted(SeatEvent, frozen=True, tag="revolted"):
    """革命: a seat left the game, its hand discarded."""


class Charged(PublicEvent, frozen=True, tag="charged"):
    """冲点: a revolutionary showed three gouji sets."""

    seat: Seat
    sets: tuple[Cards, ...]


class ChargeBeaten(PublicEvent, frozen=True, tag="charge_beaten"):
    """The opposite beat one set; ``number`` counts from 1."""

    seat: Seat
    cards: Cards
    number: int


class ChargeSettled(SeatEvent, frozen=True, tag="charge_settled"):
    """It is settled which of the two counts as having opened."""


class HeadChosen(PublicEvent, frozen=True, tag="head_chosen"):
    """The opposite of a revolutionary chose to be headed 要头 or headless 无头."""

    seat: Seat
    headed: bool


class Declared(SeatEvent, frozen=True, tag="declared"):
    """宣点: a seat declared that it will open."""


class CardsShown(PublicEvent, frozen=True, tag="shown"):
    """上班: a seat showed cards for the lead."""

    seat: Seat
    cards: Cards


class LeadGiven(PublicEvent, frozen=True, tag="lead_given"):
    """It is settled who leads first; ``by`` is ``show``, ``drawn``, ``last_place`` or ``first_place``."""

    seat: Seat
    by: str


class Played(PublicEvent, frozen=True, tag="played"):
    """A seat laid cards: a lead 发牌 or an answer 上牌; a gouji play in force, perhaps a dead one 够死级,
    perhaps a burn 烧牌.
    """

    seat: Seat
    cards: Cards
    leads: bool
    gouji: bool
    dead: bool = False
    burns: bool = False


class BurnEnded(PublicEvent, frozen=True, tag="burn_ended"):
    """解烧: somebody beat or burned the burner's play."""

    seat: Seat
    by: Seat


class BurnSucceeded(PublicEvent, frozen=True, tag="burn_succeeded"):
    """烧成功: the burner laid the last hand."""

    seat: Seat
    burned: Seat


class BurnFailed(PublicEvent, frozen=True, tag="burn_failed"):
    """烧失败: the burner had no joker to lead with and left; their cards are discarded."""

    seat: Seat
    burned: Seat


class Stifled(PublicEvent, frozen=True, tag="stifled"):
    """被闷: the play that left a seat only its 3s was beaten."""

    seat: Seat
    by: Seat


class Passed(SeatEvent, frozen=True, tag="passed"):
    """过牌."""


class Yielded(SeatEvent, frozen=True, tag="yielded"):
    """让牌: the seats after this one answer first."""


class WentOut(PublicEvent, frozen=True, tag="went_out"):
    """A seat laid its last card; ``order`` counts from 1."""

    seat: Seat
    order: int


class BecameHeadless(SeatEvent, frozen=True, tag="became_headless"):
    """无头: this seat plays without a head from now on (§8)."""


class TrickWon(PublicEvent, frozen=True, tag="trick_won"):
    """Nobody else answered. ``leader`` leads next: the winner, or another seat if the winner is out (§5)."""

    seat: Seat
    leader: Seat


class Opened(SeatEvent, frozen=True, tag="opened"):
    """开点: a seat's gouji play was not answered."""


class MeleeBegan(PublicEvent, frozen=True, tag="melee_began"):
    """四户乱缠: fewer than five players are active."""


class DealEnded(PublicEvent, frozen=True, tag="deal_ended"):
    """A deal was settled: places per seat, points per federation, whether it was 串三户."""

    number: int
    places: tuple[int, ...]
    points: tuple[int, int]
    sweep: bool


class MatchEnded(PublicEvent, frozen=True, tag="match_ended"):
    """The match was settled; no winner is a draw."""

    scores: tuple[int, int]
    winner: int | None
