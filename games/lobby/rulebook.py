"""A ruleset as a page: what its options say, and what the table tells whoever breaks a rule."""

from collections import defaultdict
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

from games.engine.core.game import Game
from games.engine.core.options import Option, Text, make_ruleset
from games.play.present import full_width

TECHNICAL: Final = frozenset(
    {"game", "preset", "option", "value", "ruleset", "action", "cards", "bad_deal", "not_now"}
)
"""Refusals that teach no rule."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """An option as it stands in a ruleset."""

    label: str
    value: str
    help: str
    others: tuple[str, ...]
    changed: bool


@dataclass(frozen=True, slots=True)
class Rulebook:
    """What a player may read of a ruleset."""

    title: str
    preset: str
    help: str
    name: str
    options: tuple[Chosen, ...]
    sentences: tuple[str, ...]


def rulebook_of(game: Game[Any]) -> Rulebook:
    """The page of one ruleset."""
    ruleset, meta = game.ruleset, game.meta
    preset = meta.preset(ruleset.preset)
    base = make_ruleset(meta, preset.key).values
    return Rulebook(
        title=meta.title.zh,
        preset=preset.label.zh,
        help=full_width(preset.help.zh),
        name=str(ruleset),
        options=tuple(
            _chosen(option, ruleset[option.key], base[option.key]) for option in meta.options
        ),
        sentences=_sentences(meta.key),
    )


def _chosen(option: Option, key: str, base: str) -> Chosen:
    labels = {value.key: value.label.zh for value in option.values}
    return Chosen(
        label=option.label.zh,
        value=labels[key],
        help=full_width(option.help.zh),
        others=tuple(label for other, label in labels.items() if other != key),
        changed=key != base,
    )


def _sentences(key: str) -> tuple[str, ...]:
    refusals: dict[str, Text] = import_module(f"games.engine.{key}.words").REFUSALS
    filling: defaultdict[str, str] = defaultdict(lambda: "几")
    return tuple(
        full_width(text.zh.format_map(filling))
        for code, text in refusals.items()
        if code not in TECHNICAL
    )
