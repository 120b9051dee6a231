"""What a server says that is started without what only its keeper can set."""

import os
import subprocess
import sys

import pytest

from gouji_site.embedded.options import ROOT

pytestmark = pytest.mark.live

PROGRAMS = [
    ("gouji_site.web", "--port", "0"),
    ("uvicorn", "gouji_site.asgi:application", "--port", "0"),
    ("celery", "-A", "gouji_site.celery", "worker"),
    ("celery", "-A", "gouji_site.celery:app", "beat"),
]


def said_by(program, **env):
    """The exit code, and every line that a program wrote."""
    known = {key: value for key, value in os.environ.items() if key not in {"SECRET_KEY", *env}}
    run = subprocess.run(
        [sys.executable, "-m", *program],
        env={**known, **env, "GOUJI_NO_SERVICES": ""},
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return run.returncode, (run.stdout + run.stderr).splitlines()


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: " ".join(program[:1]))
def test_a_missing_secret_key_is_said_in_one_sentence(program):
    code, lines = said_by(program)

    assert code == 1
    assert len(lines) == 2, lines
    assert lines[0].startswith("✗ 设置有误")
    assert "SECRET_KEY" in lines[0]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: " ".join(program[:1]))
def test_a_setting_that_does_not_fit_is_said_in_one_sentence(program):
    code, lines = said_by(program, SECRET_KEY="of a test", BOT_PACE="soon")

    assert code == 1
    assert len(lines) == 2, lines
    assert "BOT_PACE" in lines[0]
