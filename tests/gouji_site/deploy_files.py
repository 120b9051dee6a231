"""Reading the files under gouji_site/deploy: just what they are written in, and strictly."""

import re
from pathlib import Path
from typing import Any, NamedTuple

from gouji_site.embedded.options import ROOT

DEPLOY = ROOT / "gouji_site" / "deploy"
TOKEN = re.compile(r"""\s*(?:\#[^\n]*|'([^']*)'|"([^"]*)"|([{};])|([^\s{};'"\#]+))""")


class Directive(NamedTuple):
    """A line of nginx's configuration, with what stands in its braces."""

    name: str
    values: tuple[str, ...]
    block: "list[Directive] | None" = None

    def all(self, name: str) -> "list[Directive]":
        """The directives of that name in the braces, not deeper."""
        return [each for each in self.block or [] if each.name == name]

    def value(self, name: str) -> str:
        """What the one directive of that name says."""
        [found] = self.all(name)
        return " ".join(found.values)


def nginx(name: str) -> Directive:
    """A file of nginx as a directive that holds it all. Raises ValueError where nginx would."""
    stack, words = [Directive(name, (), [])], []
    for word, sign in _tokens((DEPLOY / "nginx" / name).read_text()):
        if not sign:
            words.append(word)
        elif sign == "}":
            if words or len(stack) == 1:
                raise ValueError(f"{name}: a brace after {words}")
            stack.pop()
        elif not words:
            raise ValueError(f"{name}: {sign} after nothing")
        else:
            fresh = Directive(words[0], tuple(words[1:]), [] if sign == "{" else None)
            assert stack[-1].block is not None
            stack[-1].block.append(fresh)
            stack += [fresh] if sign == "{" else []
            words = []
    if words or len(stack) > 1:
        raise ValueError(f"{name}: it ends in the middle")
    return stack[0]


def _tokens(text: str):
    """Words, and the signs between them."""
    at = 0
    text = text.rstrip()
    while at < len(text):
        found = TOKEN.match(text, at)
        if found is None:
            raise ValueError(f"cannot be read: {text[at : at + 40]!r}")
        at = found.end()
        single, double, sign, word = found.groups()
        said = next((each for each in (single, double, word) if each is not None), None)
        if sign or said is not None:
            yield said or "", sign


Unit = dict[str, dict[str, list[str]]]
"""Section, key and its values, in their order."""


def unit(path: Path) -> Unit:
    """A systemd unit. Raises ValueError for a line that is none."""
    read: Unit = {}
    section: dict[str, list[str]] | None = None
    for line in path.read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if found := re.fullmatch(r"\[(\w+)\]", line):
            section = read.setdefault(found[1], {})
        elif section is not None and (found := re.fullmatch(r"([A-Z]\w+)=(.*\S)", line)):
            section.setdefault(found[1], []).append(found[2])
        else:
            raise ValueError(f"{path.name}: {line!r}")
    return read


def units() -> dict[str, Unit]:
    """Every unit by its file's name."""
    return {path.name: unit(path) for path in sorted((DEPLOY / "systemd").iterdir())}


def compose() -> dict[str, Any]:
    """compose.yaml: maps and lists by indentation by two, plain values. Raises ValueError for anything else in YAML."""
    lines = (DEPLOY / "compose" / "compose.yaml").read_text().splitlines()
    kept = [line for line in lines if line.strip() and not line.strip().startswith("#")]
    value, rest = _block(kept, 0)
    if rest or not isinstance(value, dict):
        raise ValueError(f"not read: {rest[:1]}")
    return value


def _block(lines: list[str], depth: int) -> tuple[Any, list[str]]:
    pad = " " * depth
    items: list[str] = []
    pairs: dict[str, Any] = {}
    while lines and lines[0].startswith(pad) and lines[0][depth] != " ":
        line, lines = lines[0], lines[1:]
        if line.startswith(f"{pad}- "):
            items.append(line[depth + 2 :])
            continue
        found = re.fullmatch(r"([\w.-]+):(?: (.+))?", line[depth:])
        if found is None or found[1] in pairs:
            raise ValueError(line)
        inner, lines = (found[2], lines) if found[2] else _block(lines, depth + 2)
        if isinstance(inner, str) and inner[0] in "&*!|>%@`{['\"":
            raise ValueError(line)
        pairs[found[1]] = inner
    if items and pairs:
        raise ValueError(items)
    return items or pairs or None, lines


def environment() -> dict[str, str]:
    """The example of what processes are told."""
    lines = (DEPLOY / "environment.example").read_text().splitlines()
    told = (line.partition("=") for line in lines if line and not line.startswith("#"))
    return {name: value for name, _, value in told}
