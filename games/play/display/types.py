"""What a screen shows of a table: plain frozen values, made from a viewer's view and nothing else.

Templates get these and never a state, a match or a model, so that a template cannot show what its
viewer may not see.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

from django_stubs_ext import StrOrPromise


@dataclass(frozen=True, slots=True)
class CardFace:
    """One card as drawn: its number in notation, rank, suit sign, and classes that draw suit and colour."""

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
    """What lies before a seat, and what it said."""

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
    """The name of whom a free seat is kept for."""
    count: int | None = None
    acting: bool = False
    badges: tuple[str, ...] = ()
    place: str = ""
    said: str = ""
    laid: tuple[CardFace, ...] = ()
    laid_words: str = ""
    on_top: bool = False
    old: bool = False
    """Whether what is laid is of the trick before."""
    auto: bool = False
    """Whether a bot plays for the person who sits here 托管."""
    presence: str = ""
    """"here", "back" or "away" for a person: whether their browser is connected."""

    @property
    def panel(self) -> "SeatPanel":
        """The same without its turn and what lies before it: what of it stays when these change."""
        return replace(self, acting=False, on_top=False, old=False, laid=(), laid_words="", said="")

    @property
    def last_act(self) -> LastAct:
        """What lies before it."""
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
    """One thing the viewer may do; ``value`` is the action, to which ticked cards are added."""

    value: str
    label: StrOrPromise
    kind: str = "plain"
    cards: bool = False


@dataclass(frozen=True, slots=True)
class KickButton:
    """Asking the holder of a seat to leave it: a person by name, or a bot where ``holder`` is empty."""

    number: int
    holder: str
    label: str


@dataclass(frozen=True, slots=True)
class Controls:
    """What the viewer may do now, and a word on why not where it may not."""

    buttons: tuple[Button, ...] = ()
    hint: str = ""
    asks: bool = False
    """Whether the viewer has something to decide in the match."""


@dataclass(frozen=True, slots=True)
class Tools:
    """What is at hand at any time: what to do about one's seat, the rules played here, what the deals were
    committed to.
    """

    buttons: tuple[Button, ...] = ()
    kicks: tuple[KickButton, ...] = ()
    ruleset: str = ""
    rules: str = ""
    note: str = ""
    code: str = ""
    commitment: str = ""
    running: bool = False
    """Whether that is the commitment of the match under way, or of the next one."""
    salted: bool = False
    """Whether the viewer is asked for what they mix into the shuffle."""
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
    """What somebody owes somebody in the next deal."""

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
    """A label, and what it comes to for either side."""
    games: tuple[str, ...] = ()
    dues: tuple[DueRow, ...] = ()
    cards: tuple[CardFace, ...] = ()
    cards_label: str = ""


@dataclass(frozen=True, slots=True)
class Unseen:
    """How many cards of a rank are neither laid open nor in the viewer's hand."""

    rank: str
    count: int


@dataclass(frozen=True, slots=True)
class Cue:
    """Something called out at the table. ``number`` only grows; ``seat`` is CHANCE where it is nobody's."""

    number: int
    key: str
    seat: int
    words: str
    say: str = ""
    """What a voice adds: the cards that were laid."""


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
    """What only one viewer sees. ``hand`` is None for whoever holds no hand."""

    controls: Controls
    hand: tuple[CardGroup, ...] | None = None
    tools: Tools = Tools()
    card_counter: tuple[Unseen, ...] = ()
