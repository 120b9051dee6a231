"""Where games differ, types say so: nothing of the live table, records, lobby and bots is of any type at all."""

import ast
from pathlib import Path

import pytest

pytestmark = pytest.mark.unit

ROOT = Path(__file__).resolve().parents[2]
TYPED = ("games/engine", "games/bots", "games/play", "games/records", "games/lobby")
FILES = sorted(path for folder in TYPED for path in (ROOT / folder).rglob("*.py"))


def uses_any(source: str) -> list[int]:
    """The lines where a module names ``Any``."""
    nodes = ast.walk(ast.parse(source))
    return [node.lineno for node in nodes if isinstance(node, ast.Name) and node.id == "Any"]


def test_a_module_that_names_any_is_found():
    assert uses_any("from typing import Any\n\nx: dict[str, Any] = {}\n") == [3]
    assert uses_any("# Any\nx = 'Any'\n") == []
    assert len(FILES) > 150


@pytest.mark.parametrize("folder", TYPED)
def test_no_module_erases_a_type(folder):
    found = {
        str(path.relative_to(ROOT)): lines
        for path in FILES
        if path.is_relative_to(ROOT / folder) and (lines := uses_any(path.read_text()))
    }
    assert found == {}
