"""Texts for people: a Chinese message id, and what is filled into it. The engine translates nothing.

Whoever shows a text translates its message id, and that of each text within it, by a catalogue: another language needs one
catalogue and no change here. ``manage.py words`` finds every id by the name ``msgid``.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import msgspec

from .actions import Seat

CONTEXT: Final = "\x04"
"""Stands between a message's context and its text, as in gettext's catalogues."""


def msgid(message: str, context: str = "") -> str:
    """Mark a Chinese text as one to translate; ``context`` tells it from an equal one that another language says otherwise.

    >>> msgid("过牌")
    '过牌'
    """
    return f"{context}{CONTEXT}{message}" if context else message


class SeatName(msgspec.Struct, frozen=True):
    """Stands for the name of who holds a seat."""

    seat: Seat


class Listed(msgspec.Struct, frozen=True):
    """Several in a row; ``between`` is the message id of what stands between two of them, such as ``、``."""

    items: tuple["Filling", ...]
    between: str


class Text(msgspec.Struct, frozen=True):
    """A message id, and by name what is filled into its braces."""

    message: str
    params: tuple[tuple[str, "Filling"], ...] = ()


Filling: TypeAlias = int | str | tuple[int, ...] | SeatName | Listed | Text
"""What may be filled in. Strings and numbers stand as they are."""


def text(message: str, **params: Filling) -> Text:
    """A text from a marked message.

    >>> chinese(text(msgid("{seat} 过牌"), seat=SeatName(1)), ("安", "柏"))
    '柏 过牌'
    """
    return Text(message, tuple(params.items()))


def write(said: Text | str, translate: Callable[[str], str], names: Sequence[str] = ()) -> str:
    """A text, or a bare message id, in the language of ``translate``, with the names of the seats."""
    if isinstance(said, str):
        return translate(said)
    if not said.params:
        return translate(said.message)
    filled = {key: _filled(value, translate, names) for key, value in said.params}
    return translate(said.message).format(**filled)


def chinese(said: Text | str, names: Sequence[str] = ()) -> str:
    """A text as it is written here."""
    return write(said, without_context, names)


def without_context(message: str) -> str:
    """A message id as people read it."""
    return message.rpartition(CONTEXT)[2]


def _filled(
    value: Filling, translate: Callable[[str], str], names: Sequence[str]
) -> int | str | tuple[int, ...]:
    if isinstance(value, SeatName):
        return names[value.seat] if value.seat < len(names) else f"{{{value.seat}}}"
    if isinstance(value, Listed):
        return translate(value.between).join(
            str(_filled(item, translate, names)) for item in value.items
        )
    return write(value, translate, names) if isinstance(value, Text) else value
