"""What a screen shows of a table: plain frozen values made from a viewer's view, and nothing else.

Templates get these and never a state, a match or a model, so that a template cannot show what its
viewer may not see.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias
from unicodedata import east_asian_width

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext
from django_stubs_ext import StrOrPromise

from games.engine.core.cards import RANKS, SMALL, Cards, each_card, write_card
from games.engine.core.events import Event, visible
from games.engine.core.game import Game
from games.engine.core.options import make_ruleset
from games.engine.core.views import Choice, View
from games.engine.shelf import game_of
from games.play.models import Match, Seat, Table
from games.play.rows import last_match, recent_events
from games.play.selectors import load_state, seats_of, ticks_gone
from games.play.words import cached_words, said
from games.play.words import full_width as full_width  # noqa: PLC0414 -- known from here too

SUIT_SIGNS: Final = ("♣", "♦", "♥", "♠")
SUIT_CLASSES: Final = ("c", "d", "h", "s")
CLOCK_SLACK: Final = 0.005
"""Seconds after a tick at which it is surely over, so that a timer never comes just before it."""
SHORT_NAME: Final = 12
"""In half widths: a Chinese character takes two."""
LOG_LINES: Final = 6
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
LOG_EVENTS: Final = 40
BOT_NAMES: Final = (
    *(gettext_noop("崂山"), gettext_noop("趵突"), gettext_noop("泰山")),
    *(gettext_noop("蓬莱"), gettext_noop("微山"), gettext_noop("沂蒙")),
)


Told: TypeAlias = tuple[tuple[Event, ...], tuple[int, ...]]
"""Events, and the number of each."""


@dataclass(frozen=True, slots=True)
class Face:
    """One card as drawn: its number in notation, rank, suit sign, and classes that draw suit and colour."""

    key: str
    rank: str
    sign: str
    colour: str


@dataclass(frozen=True, slots=True)
class Group:
    """The cards of one rank, or one suit, in a hand."""

    label: str
    faces: tuple[Face, ...]


class Lying(NamedTuple):
    """What lies before a seat, and what it said."""

    faces: tuple[Face, ...]
    words: str
    said: str


@dataclass(frozen=True, slots=True)
class SeatShow:
    """One seat as everybody sees it."""

    number: int
    team: int
    name: str
    bot: bool
    free: bool
    ready: bool
    count: int | None = None
    acting: bool = False
    badges: tuple[str, ...] = ()
    place: str = ""
    said: str = ""
    laid: tuple[Face, ...] = ()
    laid_words: str = ""
    on_top: bool = False
    old: bool = False
    """Whether what is laid is of the trick before."""
    auto: bool = False
    """Whether a bot plays for the person who sits here 托管."""
    presence: str = ""
    """"here", "back" or "away" for a person: whether his browser is with us."""

    @property
    def plate(self) -> "SeatShow":
        """The same without its turn and what lies before it: what of it stays when these change."""
        bare: dict[str, Any] = {"acting": False, "on_top": False, "old": False}
        return replace(self, **bare, laid=(), laid_words="", said="")

    @property
    def lying(self) -> Lying:
        """What lies before it."""
        return Lying(self.laid, self.laid_words, self.said)


@dataclass(frozen=True, slots=True)
class Status:
    """The line above the table."""

    title: str
    words: str
    trump: Face | None = None
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
    ruleset: str = ""
    rules: str = ""
    note: str = ""
    code: str = ""
    commitment: str = ""
    running: bool = False
    """Whether that is the commitment of the match under way, or of the next one."""
    salted: bool = False
    """Whether the viewer is asked for what he mixes into the shuffle."""
    replay: int = 0
    """The number of the record of the match that is over."""


@dataclass(frozen=True, slots=True)
class PlaceShow:
    """One line of a result."""

    place: str
    name: str
    team: int
    points: int | None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DueShow:
    """What somebody owes somebody in the next deal."""

    kind: str
    payer: str
    receiver: str
    count: int


@dataclass(frozen=True, slots=True)
class ResultShow:
    """The result of a deal or a match."""

    title: str
    words: str
    places: tuple[PlaceShow, ...] = ()
    rows: tuple[tuple[str, str, str], ...] = ()
    """A label, and what it comes to for either side."""
    games: tuple[str, ...] = ()
    dues: tuple[DueShow, ...] = ()
    cards: tuple[Face, ...] = ()
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
    seats: tuple[SeatShow, ...]
    status: Status
    log: tuple[str, ...] = ()
    result: ResultShow | None = None
    cues: tuple[Cue, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnScreen:
    """What only one viewer sees. ``hand`` is None for whoever holds no hand."""

    controls: Controls
    hand: tuple[Group, ...] | None = None
    tools: Tools = Tools()
    memory: tuple[Unseen, ...] = ()


@dataclass(frozen=True, slots=True)
class Loaded:
    """A table as read from the database once per version; holds secrets, so it goes to no template."""

    table: Table
    seats: tuple[Seat, ...]
    match: Match | None
    game: Game[Any]
    state: Any
    events: tuple[Event, ...]
    now: datetime
    behind: int = 0
    """Seconds by which this is later than the table, for a watcher."""
    due: datetime | None = None
    """When that happened which a watcher is to see next."""
    stamps: tuple[int, ...] = ()
    """The number of each of ``events``, which only grows; empty where nothing is called out."""
    _watched: dict[int, View] = field(default_factory=dict, init=False, repr=False, compare=False)
    """A watcher's view by tick: what all views share is made once."""

    @property
    def version(self) -> tuple[int, int, int]:
        """As ``selectors.versions_of`` gives it."""
        match = self.match
        return (
            (self.table.version, match.number, match.version)
            if match
            else (self.table.version, 0, 0)
        )

    def view(self, seat: int | None) -> View | None:
        """What the holder of ``seat`` (None: a watcher) may see of the match, if there is one."""
        if self.match is None:
            return None
        tick = ticks_gone(self.match, self.game.pace(self.state), self.now)
        public = self._watched.get(tick)
        if public is None:
            public = self._watched[tick] = self.game.view(self.state, None, tick)
        return (
            public
            if seat is None
            else View(seat, public.public, self.game.own(self.state, seat, tick))
        )

    def next_tick(self, now: datetime) -> float | None:
        """Seconds until the clock of the present phase shows more; None where it has nothing to show."""
        if self.match is None or self.match.ended_at is not None:
            return None
        pace = self.game.pace(self.state)
        gone = ticks_gone(self.match, pace, now)
        if gone >= pace.ticks:
            return None
        shown = self.match.phase_began_at + timedelta(seconds=(gone + 1) * pace.tick_seconds)
        return max(0.0, (shown - now).total_seconds()) + CLOCK_SLACK

    def seat_of(self, user_id: int | None) -> int | None:
        """The number of the seat that a user holds here."""
        held = (seat.number for seat in self.seats if user_id and seat.user_id == user_id)
        return next(held, None)


def load(table_id: int, before: Loaded | None = None) -> Loaded | None:
    """A table as it now is; None where there is none.

    From what was loaded ``before`` the seats are kept where the table has not changed, and of the
    same match only newer moves are read.
    """
    match = last_match(table_id)
    table = match.table if match else Table.objects.filter(id=table_id).first()
    if table is None:
        return None
    kept = before if before is not None and before.table.version == table.version else None
    seats = kept.seats if kept else tuple(seats_of(table))
    game = game_of(match.ruleset if match else table.ruleset)
    state = load_state(match, game) if match else None
    events, stamps = _recent_events(game, match, before) if match else ((), ())
    return Loaded(table, seats, match, game, state, events, timezone.now(), stamps=stamps)


def _recent_events(game: Game[Any], match: Match, before: Loaded | None) -> Told:
    if before is None or before.match is None or before.match.id != match.id:
        return public_events(game, match, 0)
    last = before.stamps[-1] if before.stamps else 0
    events, stamps = public_events(game, match, before.match.version, last)
    return (*before.events, *events)[-LOG_EVENTS:], (*before.stamps, *stamps)[-LOG_EVENTS:]


def public_events(game: Game[Any], match: Match, after: int, last: int = 0) -> Told:
    """What a watcher may know of the last moves of a match after that number, and the events' own numbers: the
    microsecond of their move since 1970, made to grow beyond ``last``.
    """
    events: list[Event] = []
    stamps: list[int] = []
    for row, made_at in recent_events(match, after):
        for event in visible(game.load_events(row), None):
            last = max(last + 1, (made_at - _EPOCH) // _MICROSECOND)
            events.append(event)
            stamps.append(last)
    return tuple(events[-LOG_EVENTS:]), tuple(stamps[-LOG_EVENTS:])


def rank_label(symbol: str) -> str:
    """A rank as people read it, from its symbol in notation."""
    match symbol:
        case "T":
            return "10"
        case "s":
            return _("小王")
        case "B":
            return _("大王")
    return symbol


@cached_words(1024)
def face(number: int) -> Face:
    """A card as drawn."""
    rank, rest = divmod(number, 16)
    symbol = RANKS[rank]
    joker = rank >= SMALL
    colour = ("j" if symbol == "s" else "b") if joker else SUIT_CLASSES[rest // 4]
    sign = "" if joker else SUIT_SIGNS[rest // 4]
    return Face(write_card(number), _corner(symbol), sign, colour)


def _corner(symbol: str) -> str:
    match symbol:
        case "s":
            return pgettext("on the card", "小王")
        case "B":
            return pgettext("on the card", "大王")
    return rank_label(symbol)


def faces(cards: Cards) -> tuple[Face, ...]:
    """Cards as drawn, high ones first."""
    return tuple(face(number) for number in sorted(each_card(cards), reverse=True))


@cached_words(1024)
def barred_face(number: int) -> Face:
    """A card that may not be taken now."""
    shown = face(number)
    return replace(shown, colour=f"{shown.colour} x")


def faces_of(numbers: Sequence[int], barred: Cards) -> tuple[Face, ...]:
    """Cards as drawn in the order given; ``barred`` are those that may not be taken now."""
    return tuple(barred_face(n) if barred >> n & 1 else face(n) for n in numbers)


@cached_words(2048)
def groups(cards: Cards, barred: Cards = 0) -> tuple[Group, ...]:
    """A hand grouped by rank, high ones first; ``barred`` are cards of it that may not be taken now."""
    by_rank: dict[int, list[int]] = {}
    for number in sorted(each_card(cards), reverse=True):
        by_rank.setdefault(number >> 4, []).append(number)
    return tuple(
        Group(_("{count}张").format(count=len(numbers)), faces_of(numbers, barred))
        for numbers in by_rank.values()
    )


def name_of(seat: Seat) -> str:
    """How a seat's holder is called at the table."""
    if seat.user is not None:
        return str(seat.user.username)
    return _(BOT_NAMES[seat.number % len(BOT_NAMES)]) if seat.bot else _("空位")


@lru_cache(maxsize=1024)
def short_name(name: str) -> str:
    """A name cut to fit between words.

    >>> short_name("崂山道士下山来打牌"), short_name("微山")
    ('崂山道士下…', '微山')
    """
    if sum(map(_width, name)) <= SHORT_NAME:
        return name
    kept, room = "", SHORT_NAME - 2
    for letter in name:
        room -= _width(letter)
        if room < 0:
            break
        kept += letter
    return f"{kept}…"


def _width(letter: str) -> int:
    return 2 if east_asian_width(letter) in "WF" else 1


def in_words(game: Game[Any], event: Event, names: Sequence[str]) -> str:
    """An event as a line of the log with the seats' names; "" for one that is not told."""
    told = game.tell(event)
    return said(told).format(*names) if told is not None else ""


def log_lines(loaded: Loaded, most: int = LOG_LINES) -> tuple[str, ...]:
    """The last public events in words."""
    names = [name_of(seat) for seat in loaded.seats]
    lines: list[str] = []
    for event in reversed(loaded.events):
        if line := in_words(loaded.game, event, names):
            lines.append(line)
        if len(lines) == most:
            break
    return tuple(reversed(lines))


@cached_words(256)
def ruleset_name(game: Game[Any]) -> str:
    """The short name of a ruleset: its preset, and what else was chosen."""
    ruleset, meta = game.ruleset, game.meta
    preset = meta.preset(ruleset.preset)
    base = make_ruleset(meta, preset.key).values
    changed = [option for option in meta.options if ruleset[option.key] != base[option.key]]
    label = said(preset.label)
    if not changed:
        return label
    if len(changed) > 1:
        return _("{preset} · 改 {count} 项").format(preset=label, count=len(changed))
    value = next(v for v in changed[0].values if v.key == ruleset[changed[0].key])
    option = _("{option}：{value}").format(option=said(changed[0].label), value=said(value.label))
    return f"{label} · {option}"


def find_choice(choices: Sequence[Choice], verb: str) -> Choice | None:
    """The choice of that verb among those a viewer has."""
    return next((choice for choice in choices if choice.verb == verb), None)
