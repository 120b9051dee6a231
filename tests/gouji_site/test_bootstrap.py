"""The door: what an old or a bare Python sees of it."""

import ast
import importlib.util
import re
import subprocess
import sys

import pytest

from gouji_site import bootstrap
from gouji_site.embedded import packages
from gouji_site.embedded.options import ROOT
from gouji_site.embedded.user_errors import UserError, user_error_of

pytestmark = pytest.mark.unit

BARE = "gouji_site.bootstrap", "gouji_site.embedded.play", "gouji_site.checks"


def run(*argv):
    return subprocess.run(argv, check=False, capture_output=True, text=True, cwd="/")


def test_manage_is_readable_for_old_pythons():
    source = (ROOT / "manage.py").read_text(encoding="utf-8")

    ast.parse(source, feature_version=(3, 4))

    assert not re.search(r"\bf[\"']|->|:=", source)


def test_an_old_python_is_refused_in_one_sentence():
    code = (
        "import runpy, sys; sys.version_info = (3, 8, 0);"
        f"runpy.run_path({str(ROOT / 'manage.py')!r}, run_name='__main__')"
    )

    outcome = run(sys.executable, "-c", code)

    assert outcome.returncode == 1
    assert "需要 Python 3.11" in outcome.stderr
    assert "this is 3.8" in outcome.stderr
    assert "Traceback" not in outcome.stderr


@pytest.mark.parametrize("module", BARE)
def test_what_runs_before_the_installation_needs_no_package(module):
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import {module}"

    outcome = run(sys.executable, "-I", "-S", "-c", code)

    assert outcome.stderr == ""


def test_the_constraints_pin_everything_the_project_asks_for():
    pins = packages.CONSTRAINTS.read_text(encoding="utf-8").splitlines()
    pinned = {normal(pin.partition("==")[0]) for pin in pins if "==" in pin}

    wanted = {
        normal(re.split(r"[^\w.-]", one, maxsplit=1)[0])
        for one in packages.requirements(["embedded", "dev"])
    }

    assert wanted - pinned == set()


def normal(name):
    return re.sub(r"[-_.]+", "-", name.strip()).lower()


def test_the_constraints_name_no_index():
    text = packages.CONSTRAINTS.read_text(encoding="utf-8")

    assert "://" not in text
    assert "--" not in text


def test_the_stamp_is_stale_when_what_is_wanted_has_changed(tmp_path, monkeypatch):
    monkeypatch.setattr(packages, "STAMP", tmp_path / "stamp")
    monkeypatch.setattr(packages, "PYTHON", tmp_path)
    monkeypatch.setattr(packages, "python_version", lambda: "3.11")
    packages.Stamp(packages.digest(), ("embedded",), "3.11").save()

    assert packages.Packages(("embedded",))._is_current()
    assert not packages.Packages(("embedded", "dev"))._is_current()

    packages.Stamp("another", ("embedded",), "3.11").save()

    assert not packages.Packages(("embedded",))._is_current()


def test_what_was_installed_for_another_python_does_not_count(tmp_path, monkeypatch):
    python = tmp_path / "python"
    python.symlink_to(sys.executable)
    monkeypatch.setattr(packages, "STAMP", tmp_path / "stamp")
    monkeypatch.setattr(packages, "PYTHON", python)
    packages.Stamp(packages.digest(), ("embedded",), packages.python_version()).save()
    assert packages.Packages(("embedded",))._is_current()

    monkeypatch.setattr(packages, "VENV", tmp_path)
    python.unlink()
    python.write_text("#!/bin/sh\necho 3.99\n")
    python.chmod(0o755)

    assert packages.python_version() == "3.99"
    assert not packages.Packages(("embedded",))._is_current()


def test_a_broken_stamp_counts_as_none(tmp_path, monkeypatch):
    monkeypatch.setattr(packages, "STAMP", tmp_path / "stamp")
    (tmp_path / "stamp").write_text("{half")

    assert packages._stamp() == packages.Stamp()


def test_a_missing_venv_module_is_said_in_one_sentence(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)

    with pytest.raises(UserError, match="venv"):
        packages._make_venv()


def test_trouble_ends_a_command_with_its_sentence(monkeypatch, capsys):
    monkeypatch.setattr(bootstrap, "_run", lambda _argv: (_ for _ in ()).throw(full()))

    assert bootstrap.main(["manage.py", "play"]) == 1
    assert "磁盘已满" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--port 99999", "--port: 端口须是 0 到 65535"),
        ("--port x", "--port: 端口须是 0 到 65535"),
        ("--port", "expected one argument"),
        ("--prot 1", "unrecognized arguments: --prot 1"),
        ("--data-dir=", "不能是空的"),
    ],
)
def test_arguments_that_do_not_fit_are_refused_in_chinese_first(arguments, words):
    outcome = run(sys.executable, str(ROOT / "manage.py"), "play", *arguments.split())

    assert outcome.returncode == 2
    assert "✗ 命令行参数不对" in outcome.stderr
    assert words in outcome.stderr
    assert "Traceback" not in outcome.stderr


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("BOT_PACE", "soon", "BOT_PACE='soon'"),
        ("TRUSTED_PROXIES", "-1", "0 or more"),
        ("SECRET_KEY", "", "SECRET_KEY"),
    ],
)
def test_a_setting_that_does_not_fit_is_said_without_a_traceback(monkeypatch, name, value, words):
    monkeypatch.setenv("DATABASE_URL", "postgres:///nowhere")
    monkeypatch.setenv("SECRET_KEY", "known")
    monkeypatch.setenv(name, value)

    outcome = run(sys.executable, str(ROOT / "manage.py"), "showmigrations")

    assert outcome.returncode == 1
    assert outcome.stderr.startswith("✗ 设置有误")
    assert words in outcome.stderr
    assert "Traceback" not in outcome.stderr


def full():
    return user_error_of(OSError(28, "No space left on device", "x"))
