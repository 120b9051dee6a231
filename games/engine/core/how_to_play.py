"""Primers: how a game is played, in a few chapters for newcomers. The rules pages say the rest."""

import msgspec


class Example(msgspec.Struct, frozen=True):
    """Plays drawn side by side, in notation, and what is true of them."""

    plays: tuple[str, ...]
    says: str


class Chapter(msgspec.Struct, frozen=True):
    """One thing to know. ``rule`` names its page and paragraphs, e.g. ``gouji §5``."""

    title: str
    rule: str
    lines: tuple[str, ...]
    examples: tuple[Example, ...] = ()
