"""Primers: how a game is played, for who has never played it. The rules pages and their options say the rest."""

import msgspec

from .options import Text


class Example(msgspec.Struct, frozen=True):
    """Plays drawn side by side, in notation, and what is true of them."""

    plays: tuple[str, ...]
    says: Text


class Chapter(msgspec.Struct, frozen=True):
    """One thing to know. ``rule`` names its page and paragraphs, e.g. ``gouji §5``."""

    title: Text
    rule: str
    lines: tuple[Text, ...]
    examples: tuple[Example, ...] = ()
