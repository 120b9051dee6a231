"""Catalogues of translations without tools from outside: found in the code, kept as .po, compiled to .mo.

The Chinese text of the code and the templates is the key of its translation. A fresh machine has no gettext, so
the compiled catalogue lies beside its text in the repository.
"""

import ast
import re
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from django.utils.translation.template import templatize

CALLS: Final = {
    **dict.fromkeys(("gettext", "gettext_lazy", "gettext_noop"), ("text",)),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), ("text", "plural")),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ("context", "text")),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ("context", "text", "plural")),
}
_STRING: Final = r"u?(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
_IN_TEMPLATE: Final = re.compile(
    rf"(?<!\w)(_|(?:np|n|p)?gettext)\((({_STRING})(?:, *(?:{_STRING}|count))*)\)"
)
_LINE: Final = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d)\])? +(".*")')
_HEADER: Final = (
    "Content-Type: text/plain; charset=UTF-8\n"
    "Content-Transfer-Encoding: 8bit\n"
    "Language: en\n"
    "Plural-Forms: nplurals=2; plural=(n != 1);\n"
)


class Message(NamedTuple):
    """What is to be translated. ``plural`` is the same text where Chinese makes no difference."""

    text: str
    context: str = ""
    plural: str = ""


Catalog = dict[Message, tuple[str, ...]]
"""Each message with its translation: one, or the forms for one and for more."""


def find_messages(root: Path, folders: Iterable[str]) -> dict[Message, str]:
    """Every message in the code and the templates of these folders, with the first file that has it."""
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
    """The messages that Python code translates, under whatever name it has imported a function."""
    tree = ast.parse(source)
    names: dict[str, tuple[str, ...]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation":
            known = {alias.asname or alias.name: CALLS.get(alias.name) for alias in node.names}
            names.update({name: fields for name, fields in known.items() if fields})
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        fields = names.get(call.func.id, ()) if isinstance(call.func, ast.Name) else ()
        given = [arg.value for arg in call.args if isinstance(arg, ast.Constant)]
        words = [value for value in given if isinstance(value, str)]
        if fields and len(words) >= len(fields) and words[0]:
            yield Message(**dict(zip(fields, words, strict=False)))


def in_template(source: str) -> Iterator[Message]:
    """The messages of a Django template."""
    for match in _IN_TEMPLATE.finditer(templatize(source)):
        fields = CALLS["gettext" if match[1] == "_" else match[1]]
        words = [ast.literal_eval(each) for each in re.findall(_STRING, match[2])]
        yield Message(**dict(zip(fields, words, strict=False)))


def read_po(source: str) -> Catalog:
    """A catalogue from its text. The header is left out."""
    catalog: Catalog = {}
    for block in re.split(r"\n\s*\n", source):
        entry = {(match[1], match[2]): _unquoted(match[3]) for match in _LINE.finditer(block)}
        text = entry.get(("msgid", None))
        if not text:
            continue
        message = Message(
            text, entry.get(("msgctxt", None), ""), entry.get(("msgid_plural", None), "")
        )
        forms = [words for (kind, _), words in entry.items() if kind == "msgstr"]
        catalog[message] = tuple(forms)
    return catalog


def write_po(catalog: Catalog, places: dict[Message, str]) -> str:
    """A catalogue as text, in the order of ``places``."""
    blocks = [f"msgid {_quoted('')}\nmsgstr {_quoted(_HEADER)}"]
    for message, place in places.items():
        forms = catalog.get(message, ())
        lines = [f"#: {place}"]
        if message.context:
            lines.append(f"msgctxt {_quoted(message.context)}")
        lines.append(f"msgid {_quoted(message.text)}")
        if message.plural:
            lines.append(f"msgid_plural {_quoted(message.plural)}")
            forms = (*forms, "", "")[:2]
            lines += [f"msgstr[{at}] {_quoted(words)}" for at, words in enumerate(forms)]
        else:
            lines.append(f"msgstr {_quoted(forms[0] if forms else '')}")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def compiled(catalog: Catalog) -> bytes:
    """A catalogue as GNU's .mo: sorted keys and translations, untranslated ones left out."""
    pairs = {b"": _HEADER.encode()}
    for message, forms in catalog.items():
        if forms and all(forms):
            key = f"{message.context}\x04{message.text}" if message.context else message.text
            whole = f"{key}\0{message.plural}" if message.plural else key
            pairs[whole.encode()] = "\0".join(forms).encode()
    keys = sorted(pairs)
    start = 28 + 16 * len(keys)
    tables: list[tuple[int, int]] = []
    body = b""
    for words in (*keys, *(pairs[key] for key in keys)):
        tables.append((len(words), start + len(body)))
        body += words + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(keys), 28, 28 + 8 * len(keys), 0, start)
    return head + b"".join(struct.pack("<2I", *each) for each in tables) + body


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _unquoted(text: str) -> str:
    plain = {"n": "\n", "t": "\t"}
    return re.sub(r"\\(.)", lambda match: plain.get(match[1], match[1]), text[1:-1])
