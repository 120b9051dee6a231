"""The examples in docstrings say what is true."""

import doctest
import importlib
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MODULES = [
    file.removesuffix(".py").replace("/", ".")
    for file in subprocess.run(
        ["git", "ls-files", "games/*.py", "accounts/*.py", "gouji_site/*.py"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.splitlines()
    if (ROOT / file).exists() and ">>> " in (ROOT / file).read_text(encoding="utf-8")
]  # fmt: skip
pytestmark = pytest.mark.unit


@pytest.mark.parametrize("name", MODULES)
def test_every_example_gives_what_it_says(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0


def test_many_modules_have_examples():
    assert len(MODULES) > 30
