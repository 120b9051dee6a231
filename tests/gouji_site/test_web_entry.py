"""Where the web process listens, and what it says when it cannot."""

import os
import socket
import stat
import subprocess
import sys
import time

import pytest

from gouji_site import web
from gouji_site.embedded.options import ROOT
from gouji_site.embedded.user_errors import UserError
from gouji_site.lib.env import SettingError

pytestmark = pytest.mark.unit

FREE_PORT = "0"


@pytest.fixture(autouse=True)
def _nothing_told(monkeypatch):
    for name in ("WEB_HOST", "WEB_PORT", "WEB_UNIX", "LISTEN_PID", "LISTEN_FDS"):
        monkeypatch.delenv(name, raising=False)


def listening(*argv):
    return web.listener(web.parse(list(argv)))


def test_it_listens_on_this_machine_alone_unless_it_is_told_otherwise(monkeypatch):
    monkeypatch.setenv("WEB_PORT", FREE_PORT)
    with listening() as listener:
        assert listener.getsockname()[0] == "127.0.0.1"


def test_host_and_port_come_from_the_command_line_before_the_environment(monkeypatch):
    monkeypatch.setenv("WEB_HOST", "192.0.2.1")
    monkeypatch.setenv("WEB_PORT", "x")
    monkeypatch.setenv("WEB_UNIX", "/nowhere/x.sock")
    with listening("--host", "127.0.0.2", "--port", FREE_PORT) as listener:
        assert listener.getsockname()[0] == "127.0.0.2"
        with pytest.raises(UserError, match="已被占用"):
            listening("--host", "127.0.0.2", "--port", str(listener.getsockname()[1]))


def test_a_port_that_is_no_number_is_refused(monkeypatch):
    monkeypatch.setenv("WEB_PORT", "x")
    with pytest.raises(SettingError, match="WEB_PORT"):
        listening()


def test_a_socket_file_is_for_whoever_may_enter_its_folder_and_is_taken_over_from_the_dead(
    tmp_path,
):
    path = tmp_path / "web.sock"
    for _ in range(2):  # The second finds what the first has left.
        with listening("--unix", str(path)) as listener, socket.socket(socket.AF_UNIX) as proxy:
            proxy.connect(str(path))
            assert stat.S_IMODE(path.stat().st_mode) == 0o666
            assert listener.accept()


def test_a_socket_file_of_a_living_process_is_left_to_it(tmp_path, monkeypatch):
    path = tmp_path / "web.sock"
    monkeypatch.setenv("WEB_UNIX", str(path))
    with listening(), pytest.raises(UserError, match=r"web\.sock"):
        listening()
    (tmp_path / "file").write_text("mine")
    with pytest.raises(UserError, match="file"):
        listening("--unix", str(tmp_path / "file"))
    assert (tmp_path / "file").read_text() == "mine"
    with pytest.raises(UserError):
        listening("--unix", str(tmp_path / "nowhere" / "web.sock"))


def test_what_is_inherited_has_to_be_a_listening_socket(tmp_path):
    server = socket.create_server(("127.0.0.1", 0))
    with server, listening("--fd", str(os.dup(server.fileno()))) as listener:
        assert listener.getsockname() == server.getsockname()
    with socket.socket() as quiet, (tmp_path / "file").open("w") as file:
        for number in (quiet.fileno(), file.fileno(), -1, 10**6, 10**20):
            with pytest.raises(UserError, match="描述符"):
                listening("--fd", str(number))
        assert quiet.getsockopt(socket.SOL_SOCKET, socket.SO_TYPE) == socket.SOCK_STREAM


def test_systemds_socket_is_taken_by_the_process_that_it_is_for(monkeypatch):
    monkeypatch.setenv("LISTEN_PID", str(os.getpid()))
    monkeypatch.setenv("LISTEN_FDS", "1")
    assert web.handed_by_systemd() == 3
    assert web.handed_by_systemd() is None
    assert "LISTEN_FDS" not in os.environ
    for pid, many in ((os.getpid() + 1, "1"), (os.getpid(), "0"), (os.getpid(), "x")):
        monkeypatch.setenv("LISTEN_PID", str(pid))
        monkeypatch.setenv("LISTEN_FDS", many)
        assert web.handed_by_systemd() is None


@pytest.mark.integration
@pytest.mark.parametrize(
    ("told", "argv", "says"),
    [
        ({"SECRET_KEY": ""}, ["--port", "0"], "SECRET_KEY"),
        ({"TRUSTED_PROXIES": "many"}, ["--port", "0"], "TRUSTED_PROXIES"),
        ({"WEB_PORT": "x"}, [], "WEB_PORT"),
        ({}, ["--fd", "99"], "Descriptor 99"),
        ({}, ["--unix", "web.sock"], "TRUSTED_PROXIES"),
    ],
)
def test_what_a_person_can_mend_is_said_in_a_sentence(tmp_path, told, argv, says):
    argv = [str(tmp_path / word) if word.endswith(".sock") else word for word in argv]
    said = subprocess.run(
        [sys.executable, "-m", "gouji_site.web", *argv],
        cwd=ROOT,
        env={**os.environ, **told},
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert said.returncode == 1
    assert says in said.stderr
    assert "Traceback" not in said.stderr


@pytest.mark.integration
def test_behind_a_proxy_it_serves_a_socket_file_and_ends_when_it_is_told_to(tmp_path):
    path = tmp_path / "web.sock"
    env = {**os.environ, "TRUSTED_PROXIES": "1", "ALLOWED_HOSTS": "localhost"}
    argv = [sys.executable, "-m", "gouji_site.web", "--unix", str(path)]
    process = subprocess.Popen(argv, cwd=ROOT, env=env)
    try:
        answer = asked_until_answered(
            path, b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        )
        assert answer.startswith(b"HTTP/1.1 200 ")
        assert b"ok" in answer.partition(b"\r\n\r\n")[2]
    finally:
        process.terminate()
        process.wait(30)


def asked_until_answered(path, request):
    """The answer of the process that is just starting."""
    deadline = time.monotonic() + 60
    while True:
        with socket.socket(socket.AF_UNIX) as proxy:
            try:
                proxy.settimeout(30)
                proxy.connect(str(path))
                proxy.sendall(request)
                return b"".join(iter(lambda: proxy.recv(65536), b""))
            except OSError:
                assert time.monotonic() < deadline
                time.sleep(0.1)
