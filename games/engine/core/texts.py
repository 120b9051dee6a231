"""Texts for people: a Chinese message id, and what is filled into it. The engine translates nothing.

The caller that shows a text translates its message id, and that of each text within it, with a catalogue. Another
language needs one more catalogue and no change here. ``manage.py words`` finds the ids by calls of ``msgid``.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import msgspec

from .actions import Seat

CONTEXT: Final = "\x04"
"""Stands between a message's context and its text, as in gettext's catalogues."""


def msgid(message: str, context: str = "") -> str:
    """Mark a Chinese text for translation. ``context`` keeps apart equal texts that need different translations.

    >>> msgid("过牌")
    '过牌'
    """
    return f"{context}{CONTEXT}{message}" if context else message


class SeatName(msgspec.Struct, frozen=True):
    """Stands for the name of the player at a seat."""

    seat: Seat


class Listed(msgspec.Struct, frozen=True):
    """Several fillings in a row. ``between`` is the message id of the separator, such as ``、``."""

    items: tuple["Filling", ...]
    between: str


class Text(msgspec.Struct, frozen=True):
    """A message id and, by name, the values for its braces."""

    message: str
    params: tuple[tuple[str, "Filling"], ...] = ()


Filling: TypeAlias = int | str | tuple[int, ...] | SeatName | Listed | Text
"""What may be filled into a text. Strings and numbers are not translated."""


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
    """A text in Chinese, the language of the message ids."""
    return write(said, without_context, names)


def without_context(message: str) -> str:
    """A message id as people read it."""
    return message.rpartition(CONTEXT)[2]


def _filled(
    value: Filling, translate: Callable[[str], str], names: Sequence[str]
) -> int | str | tuple[int, ...]:
    if isinstance(value, SeatName):
        # A seat without a name stays ``{0}``: events are told before names are known, pages fill them in.
        return names[value.seat] if value.seat < len(names) else f"{{{value.seat}}}"
    if isinstance(value, Listed):
        return translate(value.between).join(
            str(_filled(item, translate, names)) for item in value.items
        )
    return write(value, translate, names) if isinstance(value, Text) else value
