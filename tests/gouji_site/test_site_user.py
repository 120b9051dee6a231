"""Started by root, the site gives root up where it can; started by anybody else, it stays who it is."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

from gouji_site.embedded import site_user
from gouji_site.embedded.children import Child, Spec
from gouji_site.embedded.os_users import server_account
from gouji_site.embedded.paths import DataPaths
from gouji_site.embedded.progress import Step

pytestmark = pytest.mark.unit

WHO = "id -u >> $DATA_DIR/beat/who"


@pytest.fixture
def where(monkeypatch):
    """The places of an instance whose program anybody can enter; as root, with another user for its servers."""
    home = Path(tempfile.mkdtemp(dir="/var/tmp"))
    home.chmod(0o755)
    for name in ("gouji_site", "log", "beat", "static"):
        (home / name).mkdir()
    (home / "static" / "page.css").write_text("written by an earlier run, as root")
    monkeypatch.setattr(site_user, "ROOT", home)
    monkeypatch.setattr(sys, "executable", "/bin/sh")
    yield DataPaths(home, home, home / "run", server_account(home / "postgres"))
    shutil.rmtree(home)


def prepared(where, monkeypatch, script):
    """What comes of a preparation that runs a script."""
    monkeypatch.setattr(site_user, "PREPARE", ("/bin/sh", "-c", script))
    env = {"DATA_DIR": str(where.data)}
    return site_user.prepare_site(where, env, Step("preparing"))


def uid_of(os_user):
    return os_user.uid if os_user else os.geteuid()


def test_the_site_is_prepared_and_run_as_the_servers_user_who_owns_what_it_writes(
    where, monkeypatch
):
    done = prepared(where, monkeypatch, WHO)

    assert done.outcome.code == 0
    assert done.os_user == where.os_user
    assert (where.data / "beat" / "who").read_text().split() == [str(uid_of(where.os_user))]
    for path in (where.data / "static", where.data / "static" / "page.css", where.data / "beat"):
        assert path.stat().st_uid == uid_of(where.os_user)
    assert ("不用 root" in done.message or "not as root" in done.message) == bool(where.os_user)


def test_where_another_user_cannot_prepare_it_the_site_keeps_running_and_says_so(
    where, monkeypatch
):
    done = prepared(where, monkeypatch, f"[ $(id -u) = {os.geteuid()} ] || exit 1")

    assert done.outcome.code == 0
    assert done.os_user is None
    if where.os_user:
        assert done.message.startswith("! 网站仍以 root 运行")
        assert len(done.message.splitlines()) == 1


def test_where_the_folder_cannot_be_entered_the_sentence_names_it(where, monkeypatch):
    (where.data / "gouji_site").chmod(0o700)

    done = prepared(where, monkeypatch, WHO)

    assert done.outcome.code == 0
    assert done.os_user is None
    if where.os_user:
        assert str(where.data / "gouji_site") in done.message


def test_a_preparation_that_fails_for_everybody_is_told_as_failed(where, monkeypatch):
    done = prepared(where, monkeypatch, "echo no; exit 3")

    assert done.outcome.code == 3
    assert done.outcome.text().split()[-1] == "no"


def test_a_link_in_what_is_handed_over_gives_nothing_else_away(where, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("ours")
    (where.data / "static" / "link").symlink_to(secret)

    if where.os_user:
        site_user.hand_over(where.data / "static", where.os_user)

    assert secret.stat().st_uid == os.geteuid()


def test_a_child_that_is_started_again_runs_as_the_same_user(where):
    out = where.data / "log" / "child.log"
    spec = Spec(
        name="child",
        argv=("/bin/sh", "-c", "id -u"),
        env={"PATH": "/usr/bin:/bin"},
        cwd=where.data,
        log=out,
        os_user=where.os_user,
    )
    child = Child(spec, str(where.data))

    for _ in range(2):
        child.start()
        while child.ended() is None:
            pass

    assert out.read_text().split() == [str(uid_of(where.os_user))] * 2
