"""The terms of the games as a page for readers of the code: ``games/engine/GLOSSARY.md``."""

from collections.abc import Callable
from pathlib import Path
from textwrap import wrap
from typing import Final

from django.conf import settings

from games.engine.core.texts import chinese
from games.engine.glossary import TERMS, Term
from games.engine.registry import GAMES, meta_of

PAGE: Final = Path(settings.BASE_DIR) / "games" / "engine" / "GLOSSARY.md"
WIDTH: Final = 104
UNBROKEN: Final = "\0"
"""Stands for a blank where a line may not end: before a paragraph's sign."""
_HEAD: Final = """# Glossary

What players call things, the word that the code has for it, and what it means. `manage.py words` writes
this page from `games/engine/glossary.py`; the rules page of each game shows players the same terms.
"""


def glossary_page(english: Callable[[str], str]) -> str:
    """The page as Markdown; ``english`` translates a message id."""
    parts = [_HEAD]
    groups = dict.fromkeys(term.games for term in TERMS)
    for games in groups:
        parts += [f"\n## {_title(games, english)}\n\n"]
        parts += [_line(term, english) for term in TERMS if term.games == games]
    return "".join(parts)


def _title(games: tuple[str, ...], english: Callable[[str], str]) -> str:
    if games == GAMES:
        return "The table"
    return " and ".join(
        f"{chinese(meta_of(key).title)} {english(meta_of(key).title)}" for key in games
    )


def _line(term: Term, english: Callable[[str], str]) -> str:
    rule = f" ({term.rule})" if term.rule else ""
    words = f"- **{chinese(term.name)}** *{english(term.name)}*: {english(term.meaning)}{rule}"
    kept = words.replace(" §", f"{UNBROKEN}§")
    lines = wrap(kept, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return "".join(f"{line}\n" for line in lines).replace(UNBROKEN, " ")
