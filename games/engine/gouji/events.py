"""What happens in a match of Gouji, in the past tense. Only ``Dealt`` is private."""

from games.engine.core.actions import Seat
from games.engine.core.cards import Cards
from games.engine.core.events import Audience, Event, PublicEvent


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


class Declared(PublicEvent, frozen=True, tag="declared"):
    """宣点: a seat declared that it will open."""

    seat: Seat


class Shown(PublicEvent, frozen=True, tag="shown"):
    """上班: a seat showed cards for the lead."""

    seat: Seat
    cards: Cards


class LeadGiven(PublicEvent, frozen=True, tag="lead_given"):
    """It is settled who leads first; ``by`` is ``show``, ``drawn``, ``last_place`` or ``first_place``."""

    seat: Seat
    by: str


class Played(PublicEvent, frozen=True, tag="played"):
    """A seat laid cards: a lead 发牌 or an answer 上牌; a gouji play in force, perhaps a dead one 够死级."""

    seat: Seat
    cards: Cards
    leads: bool
    gouji: bool
    dead: bool = False


class Passed(PublicEvent, frozen=True, tag="passed"):
    """过牌."""

    seat: Seat


class Yielded(PublicEvent, frozen=True, tag="yielded"):
    """让牌: the seats after this one answer first."""

    seat: Seat


class WentOut(PublicEvent, frozen=True, tag="went_out"):
    """A seat laid its last card; ``order`` counts from 1."""

    seat: Seat
    order: int


class BecameHeadless(PublicEvent, frozen=True, tag="became_headless"):
    """无头: the opposite of this seat is out."""

    seat: Seat


class TrickWon(PublicEvent, frozen=True, tag="trick_won"):
    """Nobody else answered; ``leader`` leads next, the winner or who follows him when he is out."""

    seat: Seat
    leader: Seat


class Opened(PublicEvent, frozen=True, tag="opened"):
    """开点: a seat's gouji play was not answered."""

    seat: Seat


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
