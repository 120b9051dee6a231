"""The parts of the embedded servers, each alone."""

import os
import signal
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from gouji_site.embedded import (
    listening,
    logs,
    options,
    os_users,
    paths,
    processes,
    redis_programs,
    state,
)
from gouji_site.embedded.children import Child, Spec
from gouji_site.embedded.commands import run_logged, tail
from gouji_site.embedded.environment import broker_url, names_of, secret_key
from gouji_site.embedded.locks import FolderLock, is_locked
from gouji_site.embedded.options import Options
from gouji_site.embedded.progress import Step, fitted
from gouji_site.embedded.user_errors import UserError, full_disk, user_error_of

pytestmark = pytest.mark.unit

SLEEP = (sys.executable, "-c", "import time; time.sleep(60)")


def sleeper(**env):
    return subprocess.Popen(SLEEP, env={**os.environ, **env})


def child_of(tmp_path, *argv, **more):
    spec = Spec(
        name="child",
        argv=argv,
        env=dict(os.environ),
        cwd=tmp_path,
        log=tmp_path / "child.log",
        **more,
    )
    return Child(spec, str(tmp_path))


def wait_for(test):
    deadline = time.monotonic() + 10
    while not (found := test()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return found


@pytest.mark.parametrize(
    ("number", "words"),
    [(28, "磁盘已满"), (13, "没有权限"), (17, "不能用作文件夹"), (30, "没有权限"), (5, "系统错误")],
)
def test_an_error_of_the_system_becomes_a_sentence(number, words):
    assert words in user_error_of(OSError(number, "reason", "/a/file")).zh


@pytest.mark.parametrize("words", ["No space left on device", "HINT:  Check free disk space."])
def test_a_full_disk_is_read_from_a_programs_words(words):
    assert full_disk(f"FATAL: could not write: {words}") is not None


def test_of_a_traceback_only_what_it_came_to_is_shown():
    text = "migrating\nTraceback (most recent call last):\n  File x\n    y()\nValueError: no\n"

    assert tail(text) == "migrating\nValueError: no"
    assert tail(f"    x()\nKeyError: 1\n{text}") == "KeyError: 1\nmigrating\nValueError: no"


def test_the_folder_of_the_program_is_refused_for_the_data():
    with pytest.raises(UserError, match="放程序的文件夹"):
        paths.prepare_data(options.ROOT)


def test_a_disk_too_full_for_any_words_is_seen_from_the_folder(monkeypatch, tmp_path):
    monkeypatch.setattr("shutil.disk_usage", lambda _folder: SimpleNamespace(free=4096))

    assert full_disk("", tmp_path) is not None


def test_other_words_are_no_full_disk():
    assert full_disk("FATAL: no") is None


def test_a_locked_folder_refuses_a_second_instance(tmp_path):
    first = FolderLock(tmp_path)
    first.acquire()

    with pytest.raises(UserError, match="已有一个实例"):
        FolderLock(tmp_path).acquire()
    assert is_locked(tmp_path)

    first.release()
    assert not is_locked(tmp_path)


def test_the_secret_key_is_made_once_and_private(tmp_path):
    first = secret_key(tmp_path)

    assert secret_key(tmp_path) == first
    assert len(first) >= 50
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_a_secret_key_cut_off_by_a_crash_is_made_anew(tmp_path):
    (tmp_path / "secret_key").write_text("")

    assert secret_key(tmp_path)


@pytest.mark.parametrize(
    ("redis", "broker"),
    [
        ("redis://127.0.0.1:6379/0", "redis://127.0.0.1:6379/0"),
        ("unix:///run/r.sock?db=3", "redis+socket:///run/r.sock?virtual_host=3"),
        ("unix:///run/r.sock", "redis+socket:///run/r.sock?virtual_host=0"),
    ],
)
def test_the_broker_writes_sockets_in_its_own_way(redis, broker):
    assert broker_url(redis) == broker


def test_only_the_loopback_is_answered_by_default():
    assert names_of("127.0.0.1") == ["127.0.0.1", "localhost", "[::1]"]


def test_an_open_address_answers_to_the_machines_names():
    assert socket.gethostname() in names_of("0.0.0.0")
    assert "*" not in names_of("0.0.0.0")


def test_an_open_address_of_ipv6_answers_to_those_of_the_machine(monkeypatch):
    card = [
        SimpleNamespace(family=socket.AF_INET, address="192.0.2.7"),
        SimpleNamespace(family=socket.AF_INET6, address="2001:db8::7"),
        SimpleNamespace(family=socket.AF_INET6, address="fe80::7%eth0"),
    ]
    monkeypatch.setattr("psutil.net_if_addrs", lambda: {"eth0": card})

    assert names_of("::")[-2:] == ["192.0.2.7", "[2001:db8::7]"]
    assert names_of("0.0.0.0")[-1] == "192.0.2.7"


def test_options_survive_the_way_to_another_process(tmp_path):
    given = Options(data=tmp_path / "一 个", port=1, durable=False)

    assert Options.from_json(given.to_json()) == given


def test_sockets_lie_in_the_data_folder_when_its_path_is_short_and_plain():
    os_user = os_users.server_account(Path("/nowhere"))
    folder = Path("/tmp") / f"g{os.getpid()}"
    folder.mkdir()
    try:
        assert paths._run_folder(folder, folder, os_user) == folder / "run"
    finally:
        (folder / "run").rmdir()
        folder.rmdir()


def test_a_process_of_a_folder_whose_name_is_in_another_code_is_found():
    mark = os.fsdecode("/牌桌".encode("gbk"))
    process = sleeper(GOUJI_STACK=mark)

    assert processes.end_all(lambda pid: processes.is_marked(pid, mark), signal.SIGTERM, 5) == 1
    assert process.wait(5) == -signal.SIGTERM


@pytest.mark.parametrize("name", ["a folder", "够级", "x" * 100])
def test_sockets_of_an_awkward_path_lie_in_a_short_private_folder(tmp_path, name):
    data = tmp_path / name
    data.mkdir()

    run = paths._run_folder(data, data, None)

    try:
        assert len(str(run / ".s.PGSQL.5432.lock")) < 107
        assert " " not in str(run)
        assert str(run).isascii()
        assert stat.S_IMODE(run.stat().st_mode) == 0o700
    finally:
        run.rmdir()


def test_a_socket_folder_that_is_a_link_is_refused(tmp_path):
    (tmp_path / "run").symlink_to(tmp_path)

    with pytest.raises(UserError, match="belongs to another user"):
        paths._check_ours(tmp_path / "run", None)


def test_a_marked_process_is_found_and_ended():
    process = sleeper(GOUJI_STACK="/one")

    assert processes.end_all(lambda pid: processes.is_marked(pid, "/one"), signal.SIGTERM, 5) == 1
    assert process.wait(5) == -signal.SIGTERM


def test_a_process_of_another_folder_is_left_alone():
    process = sleeper(GOUJI_STACK="/one/more")
    try:
        assert processes.find(lambda pid: processes.is_marked(pid, "/one")) == {}
    finally:
        process.kill()
        process.wait()


def test_a_process_that_works_in_our_folder_but_is_no_postgres_is_left_alone(tmp_path):
    process = subprocess.Popen(SLEEP, cwd=tmp_path)
    try:
        assert not processes.is_postgres_in(process.pid, tmp_path)
    finally:
        process.kill()
        process.wait()


def test_a_child_dies_with_the_process_that_started_it(tmp_path):
    code = (
        "import os, sys, time; from pathlib import Path\n"
        "from gouji_site.embedded.children import Child, Spec\n"
        f"spec = Spec('c', {SLEEP!r}, dict(os.environ), Path('/'), Path({str(tmp_path / 'log')!r}))\n"
        "child = Child(spec, 'm'); child.start(); print(child.pid, flush=True); time.sleep(60)"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert parent.stdout
    pid = int(parent.stdout.readline())
    handle = os.pidfd_open(pid)

    parent.kill()

    assert processes.wait_gone([handle], 5) == []
    os.close(handle)
    parent.stdout.close()
    parent.wait()


def test_what_is_left_of_a_dead_childs_group_is_killed(tmp_path):
    child = child_of(tmp_path, "/bin/sh", "-c", "sleep 60 & echo $!; exit 3")
    child.start()
    assert wait_for(child.ended) == 3
    orphan = int((tmp_path / "child.log").read_text())
    wait_for(lambda: not processes.is_marked(orphan, str(tmp_path)))


def test_an_interrupted_program_ends_with_all_that_it_has_started(tmp_path):
    class Impatient(Step):
        def tick(self, note=""):
            if (tmp_path / "log").read_text():
                raise KeyboardInterrupt

    argv = ["/bin/sh", "-c", "sleep 60 & echo $!; wait"]
    env = {**os.environ, "GOUJI_STACK": str(tmp_path)}

    with pytest.raises(KeyboardInterrupt):
        run_logged(argv, log=tmp_path / "log", env=env, step=Impatient("sleep"))

    wait_for(lambda: not processes.find(lambda pid: processes.is_marked(pid, str(tmp_path))))


def test_short_lives_grow_the_pause_up_to_its_limit(tmp_path):
    child = child_of(tmp_path, "/bin/true")
    child._began = time.monotonic()

    delays = [child.plan_restart() for _ in range(9)]

    assert delays == [0.3, 0.6, 1.2, 2.4, 4.8, 9.6, 19.2, 20.0, 20.0]


def test_a_long_log_is_put_aside_while_it_is_written(tmp_path):
    log = tmp_path / "web.log"
    with log.open("ab") as writer:
        for number in range(4):
            writer.write(f"{number}".encode() * 100)
            writer.flush()
            logs.rotate(tmp_path, limit=50)
        writer.write(b"end")

    assert log.read_text() == "end"
    assert (tmp_path / "web.log.1").read_text() == "3" * 100
    assert (tmp_path / "web.log.2").read_text() == "2" * 100
    assert len(list(tmp_path.iterdir())) == 3


def test_a_taken_port_is_said_in_one_sentence():
    taken = listening.listen("127.0.0.1", 0)
    with taken.socket, pytest.raises(UserError, match=f"端口 {taken.port} 已被占用"):
        listening.listen("127.0.0.1", taken.port)


def test_an_address_that_is_not_ours_is_said_in_one_sentence():
    with pytest.raises(UserError, match="无法监听"):
        listening.listen("192.0.2.1", 0)


def test_a_silent_port_does_not_answer():
    quiet = listening.listen("127.0.0.1", 0)
    quiet.socket.close()

    assert not quiet.answers()


def test_the_state_file_is_private_and_whole(tmp_path):
    kept = state.InstanceState(1, "http://x/", ready=True, env={"A": "b"}, processes={"web": 2})
    kept.save(tmp_path)

    assert state.read(tmp_path) == kept
    assert stat.S_IMODE((tmp_path / state.NAME).stat().st_mode) == 0o600


def test_the_state_of_a_dead_supervisor_is_not_believed(tmp_path):
    state.InstanceState(1, "http://x/", ready=True).save(tmp_path)

    assert state.running(tmp_path) is None


def test_a_program_that_is_no_redis_is_not_taken_for_one():
    assert redis_programs.try_program(Path("/bin/true")) is None
    assert redis_programs.try_program(Path("/nowhere/redis-server")) is None


@pytest.mark.parametrize(
    ("columns", "shown"), [(9, "… 安装 ok"), (8, "… 安装 o"), (5, "… 安"), (2, "… ")]
)
def test_a_line_of_progress_fits_the_terminal(columns, shown):
    assert fitted("… 安装 ok", columns) == shown
