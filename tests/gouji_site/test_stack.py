"""A whole instance: what dies is started again, and nothing is lost when everything dies."""

import os
import re
import signal
import subprocess
import sys
import urllib.request

import psutil
import psycopg
import pytest

from gouji_site.embedded import paths, postgres, processes, progress
from gouji_site.embedded.locks import is_locked
from gouji_site.embedded.options import ROOT
from gouji_site.embedded.stack import Stack, wait_until
from gouji_site.embedded.user_errors import UserError

pytestmark = pytest.mark.live

CHILDREN = ["postgres", "redis", "web", "bots", "clock", "beat"]


@pytest.fixture(scope="module")
def stack(tmp_path_factory):
    """A site that collects its static files itself, as one does that is started for the first time."""
    data = tmp_path_factory.mktemp("a site 够级") / "data"
    with Stack(data, discard=True, extra_env={"STATIC_ROOT": str(data / "static")}) as running:
        yield running


@pytest.fixture(scope="module")
def servers(tmp_path_factory):
    """A database and a Redis alone."""
    data = tmp_path_factory.mktemp("servers 够级") / "data"
    with Stack(data, site=False, discard=True) as running:
        yield running


def is_well(stack):
    try:
        with urllib.request.urlopen(f"{stack.url}healthz", timeout=5) as answer:
            return answer.status == 200
    except OSError:
        return False


def query(stack, sql):
    with psycopg.connect(stack.env["DATABASE_URL"], autocommit=True) as connection:
        cursor = connection.execute(sql)
        return cursor.fetchall() if cursor.description else []


def ours(stack):
    mark, pgdata = str(stack.data), stack._pgdata()
    found = processes.find(
        lambda pid: processes.is_marked(pid, mark) or processes.is_postgres_in(pid, pgdata)
    )
    for handle in found.values():
        os.close(handle)
    return list(found)


def test_every_process_runs_and_the_site_answers(stack):
    assert sorted(stack.processes) == sorted(CHILDREN)
    assert 0 not in stack.processes.values()
    assert is_well(stack)


def test_a_page_of_a_fresh_site_names_files_that_it_serves(stack):
    with urllib.request.urlopen(stack.url, timeout=5) as answer:
        named = re.findall(r'(?:href|src)="?/(static/[^" >]+)', answer.read().decode())

    assert len(named) > 1
    for name in named:
        with urllib.request.urlopen(stack.url + name, timeout=5) as answer:
            assert answer.status == 200


def test_the_first_lines_say_which_servers_run_and_whence(stack, servers):
    wanted = re.compile(r"· PostgreSQL [\d.]+ \(\S+\)，(Redis|Valkey) [\d.]+ \(\S+\)")
    for running in (stack, servers):
        lines = running.output.read_text(encoding="utf-8").splitlines()
        # Before it may stand in two that the database lies elsewhere.
        assert any(wanted.fullmatch(line) for line in lines[:3]), lines


def test_started_by_root_it_says_as_whom_the_site_runs_and_every_process_of_it_does(stack):
    users = {psutil.Process(stack.processes[name]).uids().real for name in CHILDREN[2:]}
    said = [
        line
        for line in stack.output.read_text(encoding="utf-8").splitlines()
        if "The site runs as" in line or "The site keeps running as root" in line
    ]

    assert len(said) == (os.geteuid() == 0)
    if not said or "keeps running" in said[0]:
        assert users == {os.geteuid()}
    else:
        assert users == {psutil.Process(stack.processes["postgres"]).uids().real}
        assert 0 not in users


def test_after_a_crash_the_database_syncs_the_file_system_at_once_where_it_can(
    servers, monkeypatch
):
    assert query(servers, "SHOW recovery_init_sync_method") == [("syncfs",)]
    where = paths.paths_for(servers.data)
    cluster = postgres.Postgres(where, postgres.programs_for(where))
    monkeypatch.setattr(postgres, "SYNC_AT_ONCE", {"recovery_init_sync_method": "unknown here"})

    assert cluster._sync_method() == {}


def test_a_folder_that_lost_the_first_file_of_its_database_is_kept_and_the_start_refused(tmp_path):
    where = paths.paths_for(paths.prepare_data(tmp_path / "data"))
    where.pgdata.mkdir(parents=True)
    (where.pgdata / "pg_control").write_text("all that was played")
    cluster = postgres.Postgres(where, postgres.programs_for(where))
    try:
        with pytest.raises(UserError), progress.step("x") as step:
            cluster.prepare(step)
        assert (where.pgdata / "pg_control").read_text() == "all that was played"
    finally:
        paths.discard(where)


@pytest.mark.parametrize("name", CHILDREN)
def test_a_killed_process_is_started_again(stack, name):
    old = stack.kill(name, signal.SIGKILL)

    assert stack.wait_restarted(name, old) != old
    wait_until(lambda: is_well(stack), 20, "answer again")


def test_a_second_instance_on_the_same_data_is_refused(stack):
    with pytest.raises(UserError) as refusal:
        Stack(stack.data).start()

    assert "已有一个实例" in refusal.value.detail
    assert "Traceback" not in refusal.value.detail


def test_a_taken_port_is_refused(stack, tmp_path):
    port = int(stack.url.rstrip("/").rpartition(":")[2])

    with pytest.raises(UserError) as refusal:
        Stack(tmp_path / "other", port=port, discard=True).start()

    assert "已被占用" in refusal.value.detail


@pytest.mark.parametrize(
    ("wrong", "words"),
    [({"redis_url": "redis://127.0.0.1:1/0"}, "连不上 Redis"), ({"database_url": "postgres://x@127.0.0.1:1/x"}, "连不上数据库")],
)  # fmt: skip
def test_a_site_whose_named_servers_do_not_answer_is_not_started(servers, tmp_path, wrong, words):
    named = {"database_url": servers.env["DATABASE_URL"], "redis_url": servers.env["REDIS_URL"]}

    with pytest.raises(UserError) as refusal:
        Stack(tmp_path / "other", **{**named, **wrong}).start()

    assert words in refusal.value.detail
    assert "Traceback" not in refusal.value.detail


def test_a_command_beside_it_uses_its_database(stack):
    command = [sys.executable, "manage.py", "showmigrations", "--plan"]
    env = {key: value for key, value in os.environ.items() if not key.endswith("_URL")}

    outcome = subprocess.run(
        command,
        env={**env, "DATA_DIR": str(stack.data)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )

    assert "[X]" in outcome.stdout
    assert "[ ]" not in outcome.stdout


def test_killing_everything_loses_nothing(servers):
    query(servers, "CREATE TABLE kept (number int)")
    query(servers, "INSERT INTO kept VALUES (36)")

    servers.crash()
    assert ours(servers) == []
    servers.start()

    assert query(servers, "SELECT number FROM kept") == [(36,)]


def test_a_file_of_a_recycled_process_number_does_not_stop_the_database(servers):
    servers.crash()
    stale = servers._pgdata() / "postmaster.pid"
    stale.write_text(f"{os.getpid()}\n{servers._pgdata()}\n")

    servers.start()

    assert query(servers, "SELECT 1") == [(1,)]


def test_what_a_killed_supervisor_leaves_behind_ends_and_is_replaced(stack):
    before = stack.processes
    os.kill(stack.state.supervisor, signal.SIGKILL)
    stack.close()

    stack.start()

    assert set(before.values()) & set(stack.processes.values()) == set()
    assert is_well(stack)


def test_stopping_ends_every_process_and_frees_the_folder(tmp_path):
    with Stack(tmp_path / "data", site=False, durable=False, discard=True) as servers:
        assert ours(servers) != []
        assert is_locked(servers.data)
        assert query(servers, "SELECT 1") == [(1,)]

    assert ours(servers) == []
    assert not servers.data.exists()


def test_the_servers_stop_when_their_maker_is_killed(tmp_path):
    code = (
        "import sys, time; from gouji_site.embedded.stack import Stack\n"
        "Stack(sys.argv[1], site=False, durable=False, discard=True).start()\n"
        "print('up', flush=True); time.sleep(60)"
    )
    data = tmp_path / "data"
    maker = subprocess.Popen(
        [sys.executable, "-c", code, str(data)], stdout=subprocess.PIPE, cwd=ROOT, text=True
    )
    assert maker.stdout
    assert maker.stdout.readline() == "up\n"

    maker.kill()
    maker.wait()
    maker.stdout.close()

    wait_until(lambda: not data.exists(), 20, "stop")
    assert ours(Stack(data)) == []
