"""What a screen shows of a table: frozen values, made from a viewer's view and nothing else.

Templates get these and never a state, a match or a model, so no template can show what its viewer may not see. They can
be compared and hashed, so what is rendered is cached by them.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

from django_stubs_ext import StrOrPromise


@dataclass(frozen=True, slots=True)
class CardFace:
    """One card as drawn: itself in notation, rank, suit sign, and the CSS classes for suit and colour."""

    key: str
    rank: str
    sign: str
    colour: str


@dataclass(frozen=True, slots=True)
class CardGroup:
    """The cards of one rank, or one suit, in a hand."""

    label: str
    card_faces: tuple[CardFace, ...]


class LastAct(NamedTuple):
    """The cards that lie before a seat, the words to them, and what it said instead."""

    card_faces: tuple[CardFace, ...]
    words: str
    said: str


@dataclass(frozen=True, slots=True)
class SeatPanel:
    """One seat as everybody sees it."""

    number: int
    team: int
    name: str
    bot: bool
    free: bool
    ready: bool
    reserved_for: str = ""
    """The name of the person a free seat is reserved for."""
    count: int | None = None
    acting: bool = False
    badges: tuple[str, ...] = ()
    place: str = ""
    said: str = ""
    laid: tuple[CardFace, ...] = ()
    laid_words: str = ""
    on_top: bool = False
    old: bool = False
    """Whether what is laid belongs to the trick before."""
    auto: bool = False
    """Whether a bot plays for the person who sits here 托管."""
    presence: str = ""
    """"here", "back" or "away" for a person: whether their browser is connected."""

    @property
    def panel(self) -> "SeatPanel":
        """The same without its turn and what it has laid: the part that stays from move to move, and is cached."""
        return replace(self, acting=False, on_top=False, old=False, laid=(), laid_words="", said="")

    @property
    def last_act(self) -> LastAct:
        """What it has laid or said last."""
        return LastAct(self.laid, self.laid_words, self.said)


@dataclass(frozen=True, slots=True)
class Status:
    """The line above the table."""

    title: str
    words: str
    trump: CardFace | None = None
    notes: tuple[str, ...] = ()
    scores: tuple[str, ...] = ()
    deadline_ms: int = 0
    seconds: int = 0
    """The limit of the decision; after it the seat's bank runs until the deadline."""
    bank: int = 0


@dataclass(frozen=True, slots=True)
class Button:
    """One thing that the viewer may do. ``value`` is the action's text; with ``cards`` the ticked cards are added."""

    value: str
    label: StrOrPromise
    kind: str = "plain"
    cards: bool = False


@dataclass(frozen=True, slots=True)
class KickButton:
    """The host's button to free a seat: of a person by name, or of a bot where ``holder`` is empty."""

    number: int
    holder: str
    label: str


@dataclass(frozen=True, slots=True)
class Controls:
    """What the viewer may do now, and a hint on it, or on why they have nothing to do."""

    buttons: tuple[Button, ...] = ()
    hint: str = ""
    asks: bool = False
    """Whether others wait for the viewer."""


@dataclass(frozen=True, slots=True)
class Tools:
    """What is at hand at any time: buttons for one's seat, the rules played here, the commitment for the deals."""

    buttons: tuple[Button, ...] = ()
    kicks: tuple[KickButton, ...] = ()
    ruleset: str = ""
    rules: str = ""
    note: str = ""
    code: str = ""
    commitment: str = ""
    running: bool = False
    """Whether ``commitment`` is that of the match under way; else of the next one."""
    salted: bool = False
    """Whether the viewer is asked for their text in the shuffle."""
    replay: int = 0
    """The number of the record of the match that is over."""


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """One line of a result."""

    place: str
    name: str
    team: int
    points: int | None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DueRow:
    """Tribute that one seat owes another in the next deal."""

    kind: str
    payer: str
    receiver: str
    count: int


@dataclass(frozen=True, slots=True)
class ResultPanel:
    """The result of a deal or a match."""

    title: str
    words: str
    places: tuple[PlaceRow, ...] = ()
    rows: tuple[tuple[str, str, str], ...] = ()
    """A label, and its value for either side."""
    games: tuple[str, ...] = ()
    dues: tuple[DueRow, ...] = ()
    cards: tuple[CardFace, ...] = ()
    cards_label: str = ""


@dataclass(frozen=True, slots=True)
class Unseen:
    """The number of cards of a rank that are neither laid open nor in the viewer's hand."""

    rank: str
    count: int


@dataclass(frozen=True, slots=True)
class Cue:
    """Something called out at the table. Numbers only grow, so a page knows which it has called; ``seat`` is CHANCE where
    it is no seat's.
    """

    number: int
    key: str
    seat: int
    words: str
    say: str = ""
    """What a voice says after the words: the cards that were laid."""


@dataclass(frozen=True, slots=True)
class PublicScreen:
    """What everybody at the table and every watcher sees, the same for all of them."""

    version: str
    seats: tuple[SeatPanel, ...]
    status: Status
    log: tuple[str, ...] = ()
    result: ResultPanel | None = None
    cues: tuple[Cue, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnScreen:
    """What one viewer sees alone. ``hand`` is None for those without one."""

    controls: Controls
    hand: tuple[CardGroup, ...] | None = None
    tools: Tools = Tools()
    card_counter: tuple[Unseen, ...] = ()
