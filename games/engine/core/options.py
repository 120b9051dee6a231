"""Options, presets and rulesets: what differs between tables, as data.

A ruleset is a game, a preset and the options that differ from it, written as one canonical string:
``gouji:charge(lead=last_place)``. The first preset of a game is its default and is not written.
"""

import re
from collections.abc import Mapping
from typing import Final

import msgspec

from .errors import Unreadable
from .sides import Sides
from .texts import Text

# Rulesets come from forms and records: a longer text is refused before the pattern is tried.
MAX_RULESET: Final = 500
_FORM: Final = re.compile(r"([a-z]+)(?::([a-z_]+))?(?:\(([a-z0-9_=,.]*)\))?")


class Value(msgspec.Struct, frozen=True):
    """One value that an option may take, by its key in rulesets and its label on the form.

    Labels, titles and help are message ids (``texts.msgid``).
    """

    key: str
    label: Text | str


class Option(msgspec.Struct, frozen=True):
    """A rule that tables may choose. ``rule`` names its page and paragraph, e.g. ``gouji §5``."""

    key: str
    label: str
    help: str
    values: tuple[Value, ...]
    default: str
    rule: str

    def allows(self, value: str) -> bool:
        """Whether ``value`` is one of the option's values."""
        return any(value == each.key for each in self.values)


class Preset(msgspec.Struct, frozen=True):
    """A named bundle of option values."""

    key: str
    label: str
    help: str
    values: dict[str, str] = {}


class Meta(msgspec.Struct, frozen=True):
    """A game's options, presets and seats. The lobby needs no more, so no rules are imported for it."""

    key: str
    title: str
    sides: Sides
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]

    @property
    def seats(self) -> int:
        """How many seats a table of the game has."""
        return self.sides.seats

    def option(self, key: str) -> Option:
        """The option of that key. Raises Unreadable (``option``)."""
        for option in self.options:
            if option.key == key:
                return option
        raise Unreadable("option", key=key)

    def preset(self, key: str) -> Preset:
        """The preset of that key. Raises Unreadable (``preset``)."""
        for preset in self.presets:
            if preset.key == key:
                return preset
        raise Unreadable("preset", key=key)


class Ruleset(msgspec.Struct, frozen=True):
    """A game with a value for each of its options."""

    meta: Meta
    preset: str
    values: dict[str, str]

    def __getitem__(self, key: str) -> str:
        return self.values[key]

    def __str__(self) -> str:
        # Only what differs, sorted: equal rulesets have one text, by which they are cached and compared.
        base = _base_values(self.meta, self.meta.preset(self.preset))
        changed = sorted(f"{k}={v}" for k, v in self.values.items() if base[k] != v)
        name = self.meta.key
        if self.preset != self.meta.presets[0].key:
            name += f":{self.preset}"
        return name + (f"({','.join(changed)})" if changed else "")


def make_ruleset(meta: Meta, preset: str = "", changes: Mapping[str, str] | None = None) -> Ruleset:
    """A ruleset from a preset (the game's first by default) and changed options.

    Raises Unreadable (``preset``, ``option``, ``value``).
    """
    chosen = meta.preset(preset) if preset else meta.presets[0]
    values = _base_values(meta, chosen)
    for key, value in (changes or {}).items():
        if not meta.option(key).allows(value):
            raise Unreadable("value", key=key, value=value[:40])
        values[key] = value
    return Ruleset(meta=meta, preset=chosen.key, values=values)


def split_ruleset(text: str) -> tuple[str, str, dict[str, str]]:
    """Game, preset ("" for the default) and changed options of a ruleset's text.

    Raises Unreadable (``ruleset``).

    >>> split_ruleset("gouji:charge(lead=last_place,games=3)")
    ('gouji', 'charge', {'lead': 'last_place', 'games': '3'})
    """
    match = _FORM.fullmatch(text) if len(text) <= MAX_RULESET else None
    if match is None:
        raise Unreadable("ruleset", text=text[:40])
    changes: dict[str, str] = {}
    for pair in filter(None, (match[3] or "").split(",")):
        key, equals, value = pair.partition("=")
        # An option named twice is refused, not overwritten: the text would say two things.
        if not equals or not key or not value or key in changes:
            raise Unreadable("ruleset", text=text[:40])
        changes[key] = value
    return match[1], match[2] or "", changes


def _base_values(meta: Meta, preset: Preset) -> dict[str, str]:
    return {option.key: preset.values.get(option.key, option.default) for option in meta.options}
