"""Events: what happened, in the past tense, each with the audience that may know it."""

from collections.abc import Iterable
from typing import Final, TypeAlias, TypeVar

import msgspec

from .actions import CHANCE, Seat

Audience: TypeAlias = tuple[Seat, ...] | None
E = TypeVar("E", bound="Event")

EVERYBODY: Final[Audience] = None
NOBODY: Final[Audience] = ()


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """The base of all events."""

    # Nobody is the safe default: an event whose class forgets its audience leaks nothing.
    def audience(self) -> Audience:
        """The seats that may see this event; EVERYBODY includes watchers."""
        return NOBODY


class PublicEvent(Event, frozen=True):
    """An event that everybody may see."""

    def audience(self) -> Audience:
        """Everybody, watchers too."""
        return EVERYBODY


class SeatEvent(PublicEvent, frozen=True):
    """Something that one seat did, or that became of it, which everybody may see."""

    seat: Seat


def tag_of(event: Event) -> str:
    """The name of an event's kind, as its JSON has it."""
    return str(event.__struct_config__.tag)


def seat_of(event: Event) -> Seat:
    """The seat that an event is about, CHANCE where it is about no single one.

    >>> seat_of(SeatEvent(3)), seat_of(PublicEvent())
    (3, -1)
    """
    seat: Seat = getattr(event, "seat", CHANCE)
    return seat


def visible(events: Iterable[E], viewer: Seat | None) -> tuple[E, ...]:
    """The events that ``viewer`` may see; None is a watcher."""
    return tuple(event for event in events if _sees(event.audience(), viewer))


def _sees(audience: Audience, viewer: Seat | None) -> bool:
    return audience is EVERYBODY or (viewer is not None and viewer in (audience or ()))
