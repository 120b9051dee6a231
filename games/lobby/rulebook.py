"""A ruleset as a page: how its game is played, its options, the sentences for a player who breaks a rule, and its terms."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Final

from django.utils.translation import gettext as _

from games.engine.core.cards import read_tokens, take, take_all
from games.engine.core.game import AnyGame
from games.engine.core.how_to_play import Chapter, Example
from games.engine.core.options import Option, make_ruleset
from games.engine.glossary import terms_of
from games.play.display.card_display import card_face
from games.play.display.types import CardFace
from games.play.display.words import said

TECHNICAL: Final = frozenset(
    {"game", "preset", "option", "value", "ruleset", "action", "cards", "bad_deal", "not_now"}
)
"""Refusals of the page or the site, which teach no rule."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """An option with its value in a ruleset; ``changed`` where the preset has another."""

    label: str
    value: str
    help: str
    others: tuple[str, ...]
    changed: bool


@dataclass(frozen=True, slots=True)
class DrawnExample:
    """An example: plays as drawn, and what is true of them."""

    plays: tuple[tuple[CardFace, ...], ...]
    says: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """A chapter of how a game is played."""

    title: str
    lines: tuple[str, ...]
    examples: tuple[DrawnExample, ...]


@dataclass(frozen=True, slots=True)
class Explained:
    """A term of the game or of the table, and what it means."""

    name: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The content of the page of a ruleset."""

    title: str
    preset: str
    help: str
    name: str
    lessons: tuple[Lesson, ...]
    options: tuple[Chosen, ...]
    sentences: tuple[str, ...]
    terms: tuple[Explained, ...]


def rulebook_of(game: AnyGame) -> Rulebook:
    """The page of one ruleset."""
    ruleset, meta = game.ruleset, game.meta
    preset = meta.preset(ruleset.preset)
    base = make_ruleset(meta, preset.key).values
    return Rulebook(
        title=said(meta.title),
        preset=said(preset.label),
        help=said(preset.help),
        name=str(ruleset),
        lessons=tuple(_lesson(chapter) for chapter in _how_to_play(meta.key)),
        options=tuple(
            _chosen(option, ruleset[option.key], base[option.key]) for option in meta.options
        ),
        sentences=_sentences(meta.key),
        terms=tuple(Explained(said(term.name), said(term.meaning)) for term in terms_of(meta.key)),
    )


def _how_to_play(key: str) -> tuple[Chapter, ...]:
    chapters: tuple[Chapter, ...] = import_module(f"games.engine.{key}.how_to_play").HOW_TO_PLAY
    return chapters


def _lesson(chapter: Chapter) -> Lesson:
    return Lesson(
        title=said(chapter.title),
        lines=tuple(said(line) for line in chapter.lines),
        examples=tuple(_shown(example) for example in chapter.examples),
    )


def _shown(example: Example) -> DrawnExample:
    return DrawnExample(tuple(_drawn(play) for play in example.plays), said(example.says))


def _drawn(play: str) -> tuple[CardFace, ...]:
    """The cards of a play, in the order in which it is written."""
    # Each token takes a copy that is still left, so that two equal cards are two cards.
    left, drawn = take_all(play), []
    for token in read_tokens(play):
        card = take(token.text, left)
        left &= ~card
        drawn.append(card_face(card.bit_length() - 1))
    return tuple(drawn)


def _chosen(option: Option, key: str, base: str) -> Chosen:
    labels = {value.key: said(value.label) for value in option.values}
    return Chosen(
        label=said(option.label),
        value=labels[key],
        help=said(option.help),
        others=tuple(label for other, label in labels.items() if other != key),
        changed=key != base,
    )


def _sentences(key: str) -> tuple[str, ...]:
    refusals: Mapping[str, str] = import_module(f"games.engine.{key}.words").REFUSALS
    # The sentences are filled with numbers of the moment, of which a rulebook knows none: it says "some".
    filling: defaultdict[str, str] = defaultdict(lambda: _("几"))
    return tuple(
        said(message).format_map(filling)
        for code, message in refusals.items()
        if code not in TECHNICAL
    )
