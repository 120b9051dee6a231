"""Catalogues of translations: Babel finds what is to be translated, polib keeps .po and .mo.

The Chinese text in code and templates is the key of its translation. A fresh machine has no gettext, so the compiled
catalogue is in the repository beside its text. Only developers need Babel and polib.
"""

from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import polib
from babel.messages.extract import extract
from django.utils.translation.template import templatize

Spec: TypeAlias = tuple[int | tuple[int, int] | tuple[int, str], ...] | None
"""Which arguments of a call are the message, as Babel has it."""
_CONTEXT: Final[Spec] = ((1, "c"), 2)
KEYWORDS: Final[dict[str, dict[int | None, Spec] | Spec]] = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), None),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), _CONTEXT),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
    # The engine's marker: a message, and its context after it.
    "msgid": {1: (1,), 2: (1, (2, "c"))},
}
METADATA: Final = {
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": "nplurals=2; plural=(n != 1);",
}
# polib would wrap long texts, and a small change of one would change many lines.
NO_WRAP: Final = 1 << 16


class Message(NamedTuple):
    """A text to be translated. Chinese has no plural form, so ``plural`` is usually the same text."""

    text: str
    context: str = ""
    plural: str = ""


Catalog = dict[Message, tuple[str, ...]]
"""Each message with its translation: one text, or the forms for one and for more."""


def find_messages(root: Path, folders: Iterable[str]) -> dict[Message, str]:
    """Every message in the code and the templates of these folders, with the first file that uses it."""
    found: dict[Message, str] = {}
    for path in sorted(path for folder in folders for path in (root / folder).rglob("*")):
        if path.suffix == ".py":
            messages = in_code(path.read_text())
        elif path.suffix in {".html", ".txt"} and "templates" in path.parts:
            messages = in_template(path.read_text())
        else:
            continue
        for message in messages:
            found.setdefault(message, str(path.relative_to(root)))
    return found


def in_code(source: str) -> Iterator[Message]:
    """The messages that Python code translates or marks."""
    for _, found, _, context in extract("python", BytesIO(source.encode()), keywords=KEYWORDS):
        text, plural = (found, "") if isinstance(found, str) else found[-2:]
        if text:
            yield Message(text, context or "", plural)


def in_template(source: str) -> Iterator[Message]:
    """The messages of a Django template."""
    # In brackets, so that indentation means nothing to Python.
    return in_code(f"(\n{templatize(source)}\n)")


def read_po(source: str) -> Catalog:
    """A catalogue from its text. The header is left out."""
    return {
        Message(each.msgid, each.msgctxt or "", each.msgid_plural): _forms(each)
        for each in polib.pofile(source)
    }


def _forms(entry: polib.POEntry) -> tuple[str, ...]:
    if not entry.msgid_plural:
        return (entry.msgstr,)
    return tuple(entry.msgstr_plural[at] for at in sorted(entry.msgstr_plural))


def write_po(catalog: Catalog, places: dict[Message, str], language: str = "en") -> str:
    """A catalogue as text, in the order of ``places``."""
    return str(_file(catalog, places, language))


def compiled(catalog: Catalog, language: str = "en") -> bytes:
    """A catalogue as GNU's .mo, untranslated messages left out."""
    found: bytes = _file(catalog, dict.fromkeys(catalog, ""), language).to_binary()
    return found


def _file(catalog: Catalog, places: dict[Message, str], language: str) -> polib.POFile:
    written = polib.POFile(wrapwidth=NO_WRAP)
    written.metadata = {**METADATA, "Language": language}
    for message, place in places.items():
        forms = catalog.get(message, ())
        entry = polib.POEntry(
            msgid=message.text,
            msgctxt=message.context or None,
            occurrences=[(place, "")] if place else [],
        )
        if message.plural:
            entry.msgid_plural = message.plural
            entry.msgstr_plural = dict(enumerate((*forms, "", "")[:2]))
        else:
            entry.msgstr = forms[0] if forms else ""
        written.append(entry)
    return written
