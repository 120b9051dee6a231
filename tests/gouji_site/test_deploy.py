"""The files to run the site with in production: they can be read, and they bound what OPERATIONS.md promises."""

import os
import re
import shlex
import subprocess
import sys

import pytest
from django.conf import settings

from gouji_site import http, web
from gouji_site.embedded import http_limits, signs
from gouji_site.embedded.options import ROOT
from tests.gouji_site.deploy_files import DEPLOY, compose, environment, nginx, unit, units
from tests.live.test_attacks import command_in_operations

pytestmark = pytest.mark.unit

SIZES = {"k": 1024, "m": 1024 * 1024}
DIRECTIVES = {
    *("map", "default", "", "upstream", "server", "listen", "server_name", "server_tokens"),
    *("location", "return", "allow", "deny", "access_log", "error_log", "include", "http"),
    *("worker_processes", "worker_rlimit_nofile", "events", "worker_connections"),
    *("ssl_certificate", "ssl_certificate_key", "ssl_protocols", "ssl_session_cache"),
    *("client_header_timeout", "large_client_header_buffers", "client_body_timeout"),
    *("client_max_body_size", "client_body_buffer_size", "send_timeout", "keepalive_timeout"),
    *("proxy_pass", "proxy_http_version", "proxy_set_header", "proxy_connect_timeout"),
    *("proxy_send_timeout", "proxy_read_timeout"),
}
KEYS = {
    "Unit": "Description Wants Requires After PartOf StartLimitIntervalSec",
    "Install": "WantedBy",
    "Socket": "ListenStream SocketUser SocketGroup SocketMode Backlog",
    "Service": "Type NotifyAccess RemainAfterExit User Group WorkingDirectory EnvironmentFile Environment"
    " StateDirectory ExecStart Restart RestartSec TimeoutStartSec TimeoutStopSec TimeoutAbortSec KillMode LimitNOFILE"
    " WatchdogSec WatchdogSignal NoNewPrivileges PrivateTmp ProtectHome ProtectSystem",
}  # fmt: skip


def size(text):
    """A size as nginx writes it, in bytes."""
    return int(text.rstrip("km")) * SIZES.get(text[-1], 1)


def seconds(text):
    """A time as nginx, systemd and compose write it here."""
    return int(text.removesuffix("s"))


# -- the proxy -----------------------------------------------------------------------------------------

SITE = nginx("gouji.conf")
SERVERS = SITE.all("server")
[TLS] = [each for each in SERVERS if each.all("ssl_certificate")]
[PAGES] = [each for each in TLS.all("location") if each.values == ("/",)]
PASSING = [each for server in SERVERS for each in server.all("location") if each.all("proxy_pass")]
HEADERS = {each.values[0]: each.values[1] for each in PAGES.all("proxy_set_header")}


@pytest.mark.parametrize("name", ["gouji.conf", "nginx.conf"])
def test_the_proxys_files_have_directives_that_nginx_knows(name):
    def names(directive):
        for each in directive.block or []:
            yield each.name
            yield from names(each)

    assert set(names(nginx(name))) <= DIRECTIVES


@pytest.mark.parametrize("server", SERVERS)
def test_every_port_of_the_proxy_has_the_sites_own_bounds(server):
    many, each = server.value("large_client_header_buffers").split()
    assert int(many) * size(each) == http_limits.MAX_HEAD
    assert seconds(server.value("client_header_timeout")) == http_limits.HEAD_SECONDS
    assert size(server.value("client_max_body_size")) == http.MAX_BODY


def test_a_slow_client_is_waited_for_by_the_proxy_as_long_as_by_the_site():
    assert seconds(TLS.value("client_body_timeout")) == http.BODY_SECONDS
    assert size(TLS.value("client_body_buffer_size")) == http.MAX_BODY
    assert seconds(TLS.value("send_timeout")) <= 60


def test_the_proxy_passes_websockets_and_keeps_quiet_ones_for_over_a_minute():
    [kind] = SITE.all("map")
    assert kind.values == ("$http_upgrade", "$gouji_connection")
    assert {(each.name, each.values) for each in kind.block or []} == {
        ("default", ("upgrade",)),
        ("", ("close",)),
    }
    assert PAGES.value("proxy_http_version") == "1.1"
    assert HEADERS["Upgrade"] == "$http_upgrade"
    assert HEADERS["Connection"] == "$gouji_connection"
    assert seconds(PAGES.value("proxy_read_timeout")) > 60


def test_the_proxy_says_itself_from_where_a_client_comes_and_the_site_believes_one_proxy():
    assert HEADERS["X-Forwarded-For"] == "$remote_addr"
    assert HEADERS["X-Forwarded-Proto"] == "$scheme"
    assert HEADERS["Host"] == "$http_host"
    assert environment()["TRUSTED_PROXIES"] == "1"
    assert environment()["HTTPS"] == "1"


def test_without_tls_the_proxy_passes_nothing_on_and_health_is_for_this_machine_alone():
    plain = [each for each in SERVERS if each is not TLS]
    assert [each.value("return") for server in plain for each in server.all("location")] == [
        "308 https://$host$request_uri"
    ]
    others = [each for each in PASSING if each is not PAGES]
    assert [each.values for each in others] == [("=", "/healthz")]
    assert others[0].all("deny")[-1].values == ("all",)


def test_the_proxy_holds_a_socket_for_every_player_of_many_tables():
    [events] = nginx("nginx.conf").all("events")
    assert int(events.value("worker_connections")) >= 2 * 6 * 1000
    assert int(nginx("nginx.conf").value("worker_rlimit_nofile")) >= 2 * 20_000


# -- the processes -------------------------------------------------------------------------------------

UNITS = units()
TARGET = [name for line in UNITS["gouji.target"]["Unit"]["Wants"] for name in line.split()]
SERVICES = {name: each["Service"] for name, each in UNITS.items() if name.endswith(".service")}
STAYING = {name: each for name, each in SERVICES.items() if each["Type"] != ["oneshot"]}
CONTAINERS = compose()["services"]
STAYING_CONTAINERS = {
    name: each for name, each in CONTAINERS.items() if name not in {"prepare", "postgres", "redis"}
}
OURS = {name: each for name, each in CONTAINERS.items() if each["image"] == "gouji"}


def commands():
    """The command of each process, by where it is started."""
    bin_folder = "/srv/gouji/.venv/bin/"
    for name, each in STAYING.items():
        [line] = each["ExecStart"]
        assert line.startswith(bin_folder)
        yield name, shlex.split(line.removeprefix(bin_folder).replace("%%", "%"))
    for name, each in OURS.items():
        if name != "prepare":
            yield name, shlex.split(each["command"])


COMMANDS = dict(commands())


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_has_the_keys_of_its_kind(name):
    for section, keys in UNITS[name].items():
        assert set(keys) <= set(KEYS[section].split()), section


def test_a_unit_that_cannot_be_read_is_no_unit(tmp_path):
    for text in ("Restart=always\n", "[Service]\nRestart always\n", "[Service]\nRestart=\n"):
        (tmp_path / "x.service").write_text(text)
        with pytest.raises(ValueError, match=r"x\.service"):
            unit(tmp_path / "x.service")


@pytest.mark.parametrize("name", STAYING)
def test_every_process_is_started_again_however_it_ends_and_however_often(name):
    assert STAYING[name]["Restart"] == ["always"]
    assert UNITS[name]["Unit"]["StartLimitIntervalSec"] == ["0"]
    assert int(STAYING[name]["RestartSec"][0]) <= 2
    assert int(STAYING[name]["LimitNOFILE"][0]) >= 65_536


@pytest.mark.parametrize("name", STAYING)
def test_a_process_that_hangs_is_ended_even_if_frozen_and_started_again_within_fifteen_seconds(
    name,
):
    unit = STAYING[name]
    assert (unit["Type"], unit["NotifyAccess"]) == (["notify"], ["main"])
    silent = int(unit["WatchdogSec"][0])
    assert silent > signs.MISSES * signs.EVERY
    # A frozen process does not end by the first signal, and is killed after this.
    ended = silent + int(unit["TimeoutAbortSec"][0]) + int(unit["RestartSec"][0])
    assert ended <= 11
    assert int(unit["TimeoutStartSec"][0]) == signs.STARTS_WITHIN


@pytest.mark.parametrize("name", [name for name in STAYING if "web" not in name])
def test_workers_start_after_the_web_process_of_their_machine(name):
    [after] = UNITS[name]["Unit"]["After"]
    assert "gouji-web@1.service" in after.split()
    assert "gouji-web@1.service" in TARGET


@pytest.mark.parametrize("name", STAYING_CONTAINERS)
def test_every_container_is_started_again(name):
    assert CONTAINERS[name]["restart"] == "unless-stopped"


@pytest.mark.parametrize("name", SERVICES)
def test_no_process_runs_as_root_or_writes_elsewhere(name):
    assert SERVICES[name]["User"] == ["gouji"]
    assert SERVICES[name]["NoNewPrivileges"] == ["yes"]
    assert SERVICES[name]["ProtectSystem"] == ["strict"]


@pytest.mark.parametrize("way", ["units", "containers"])
def test_there_is_one_beat_and_every_queue_has_a_worker(way):
    ours = {name: each for name, each in COMMANDS.items() if (name in SERVICES) == (way == "units")}
    beats = [name for name, command in ours.items() if "beat" in command]
    assert beats == (["gouji-beat.service"] if way == "units" else ["beat"])
    served = {
        queue
        for command in ours.values()
        if "worker" in command
        for queue in command[command.index("-Q") + 1].split(",")
    }
    wanted = {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}
    assert served == {*wanted, settings.CELERY_TASK_DEFAULT_QUEUE, "celery"}


def test_a_second_beat_is_refused_by_compose_and_has_no_number_in_units():
    assert CONTAINERS["beat"]["container_name"] == "gouji-beat"
    assert TARGET.count("gouji-beat.service") == 1


@pytest.mark.parametrize("kind", ["bots", "clock"])
def test_workers_are_started_as_readme_says(kind):
    said = command_in_operations(f"celery -A gouji_site.celery worker -n {kind}", program="celery")
    for name in (f"gouji-{kind}@.service", kind):
        command = COMMANDS[name]
        for option in ("-Q", "--concurrency"):
            assert command[command.index(option) + 1] == said[said.index(option) + 1]


def test_web_processes_are_the_one_entry_on_the_sockets_that_the_proxy_knows():
    known = [each.values[0] for each in SITE.all("upstream")[0].all("server")]
    [listens] = UNITS["gouji-web@.socket"]["Socket"]["ListenStream"]
    numbers = [
        name[len("gouji-web@") : -len(".service")]
        for name in TARGET
        if name.startswith("gouji-web@")
    ]
    assert [f"unix:{listens.replace('%i', number)}" for number in numbers] == known
    webs = {name: each for name, each in OURS.items() if name.startswith("web")}
    assert [f"unix:{each['environment']['WEB_UNIX']}" for each in webs.values()] == known
    for name in ("gouji-web@.service", *webs):
        python, *arguments = COMMANDS[name]
        assert (python, arguments[:2]) == ("python", ["-m", "gouji_site.web"])
        assert web.parse(arguments[2:]).host is None


def test_a_worker_that_is_stopped_may_finish_its_task():
    waits = {name: each["TimeoutStopSec"][0] for name, each in STAYING.items()}
    waits |= {name: each["stop_grace_period"] for name, each in OURS.items() if name != "prepare"}
    workers = [name for name, command in COMMANDS.items() if "worker" in command]
    assert len(workers) == 4
    for name in workers:
        assert seconds(waits[name]) > settings.CELERY_TASK_TIME_LIMIT


def test_every_process_waits_for_the_tables_of_its_release():
    for name in STAYING:
        assert "gouji-prepare.service" in UNITS[name]["Unit"]["Requires"][0].split()
        assert "gouji-prepare.service" in UNITS[name]["Unit"]["After"][0].split()
    done = {"condition": "service_completed_successfully"}
    assert all(
        each["depends_on"]["prepare"] == done for name, each in OURS.items() if name != "prepare"
    )


# -- what they name ------------------------------------------------------------------------------------


def test_the_example_of_an_environment_makes_settings_that_are_safe():
    env = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME"}}
    code = (
        "from gouji_site import settings as s; print(s.SECURE_SSL_REDIRECT, s.SESSION_COOKIE_SECURE,"
        " s.SECURE_PROXY_SSL_HEADER, s.ALLAUTH_TRUSTED_PROXY_COUNT, s.ALLOWED_HOSTS, s.DEBUG)"
    )
    said = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**env, **environment(), "SECRET_KEY": "x"},
        check=True,
        capture_output=True,
        text=True,
    )
    assert said.stdout.strip() == (
        "True True ('HTTP_X_FORWARDED_PROTO', 'https') 1 ['gouji.example'] False"
    )
    assert environment()["SECRET_KEY"] == ""
    page = (ROOT / "gouji_site" / "OPERATIONS.md").read_text(encoding="utf-8")
    assert [name for name in environment() if f"`{name}" not in page] == []


def test_the_files_that_compose_and_the_image_name_are_there():
    folder = DEPLOY / "compose"
    build = CONTAINERS["prepare"]["build"]
    assert (folder / build["context"]).resolve() == ROOT
    assert (ROOT / build["dockerfile"]).is_file()
    mounted = [
        line.split(":")[0] for line in CONTAINERS["proxy"]["volumes"] if line.startswith("..")
    ]
    assert all((folder / path).is_file() for path in mounted)
    volumes = {
        line.split(":")[0] for each in CONTAINERS.values() for line in each.get("volumes", [])
    }
    assert {name for name in volumes if not name.startswith(".")} == set(compose()["volumes"])
    copied = re.findall(r"^COPY (\S+) ", (ROOT / build["dockerfile"]).read_text(), re.MULTILINE)
    assert copied
    assert all((ROOT / path).exists() for path in copied)


def test_no_secret_goes_into_the_image():
    left_out = (DEPLOY / "compose" / "Dockerfile.dockerignore").read_text().split()
    assert {".data", ".git", "gouji_site/deploy/compose/environment"} <= set(left_out)
