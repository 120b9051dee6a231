"""An instance for programs: tests, benches, and commands that need a database for a moment.

The supervisor is a process of its own. It stops everything when the `Stack` is closed, and also when the process that
made it dies, by whatever cause.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from . import processes
from .environment import base_env
from .options import ROOT, Options
from .state import InstanceState, read, running
from .user_errors import UserError

# A first start makes the cluster and collects static files, and tests start several instances at once.
START_WITHIN = 120.0
# More than the graces of all children together: killing the supervisor kills the rest.
STOP_WITHIN = 60.0


class Stack:
    """A whole instance (`site=True`) or its servers alone, as a context manager.

    For the options see `Options`. `extra_env` is for all its processes.
    """

    def __init__(  # noqa: PLR0913 -- each is one plain choice
        self,
        data_dir: Path | str,
        *,
        port: int = 0,
        host: str = "127.0.0.1",
        site: bool = True,
        durable: bool = True,
        discard: bool = False,
        database_url: str = "",
        redis_url: str = "",
        extra_env: dict[str, str] | None = None,
    ) -> None:
        self.data = Path(os.path.realpath(data_dir))
        self.options = Options(
            data=self.data,
            host=host,
            port=port,
            site=site,
            durable=durable,
            discard=discard,
            database_url=database_url,
            redis_url=redis_url,
        )
        self._extra_env = extra_env or {}
        self._host: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self if self._host else self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def start(self) -> Self:
        """Start everything and wait until it answers. Raises UserError with the supervisor's output if it does not."""
        self.data.mkdir(parents=True, exist_ok=True)
        # We may run in the environment of another instance, whose servers and key are not this one's.
        env = {key: value for key, value in base_env().items() if key not in SITE_SETTINGS}
        with self.output.open("wb") as out:
            self._host = subprocess.Popen(
                [sys.executable, "-m", "gouji_site.embedded.host", self.options.to_json()],
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=out,
                env={**env, **self._extra_env},
                cwd=ROOT,
                # Ctrl-C must not reach it: what is being tested should still find its servers, until `close`.
                start_new_session=True,
            )
        try:
            wait_until(self._is_up, START_WITHIN, "start the instance")
        except BaseException:
            self.close()
            raise
        return self

    def _is_up(self) -> bool:
        assert self._host is not None
        if self._host.poll() is not None:
            raise UserError(
                "内置服务没能启动。", "The embedded instance did not start.", self._words()
            )
        state = read(self.data)
        # The file may be that of a run which was killed before.
        return bool(state and state.ready and state.supervisor == self._host.pid)

    def _words(self) -> str:
        with suppress(OSError):
            return self.output.read_text(encoding="utf-8", errors="replace")
        return ""

    def close(self) -> None:
        """Stop everything in order, within a minute. Does nothing when it is stopped already."""
        if self._host is None:
            return
        host, self._host = self._host, None
        if host.stdin:
            with suppress(OSError):
                host.stdin.close()
        try:
            host.wait(STOP_WITHIN)
        except subprocess.TimeoutExpired:
            host.kill()
            host.wait()

    def restart(self) -> None:
        """Stop everything in order and start it again on the same data."""
        self.close()
        self.start()

    def crash(self) -> None:
        """Kill -9 the supervisor and every process of the instance at once. `start` brings it back."""
        assert self._host is not None
        mark, pgdata = str(self.data), self._pgdata()
        # The supervisor first: it would start its children again. Redis, too, writes its title over its environment
        # and shows no mark, but the kernel kills it with the supervisor.
        self._host.kill()
        processes.end_all(
            lambda pid: processes.is_marked(pid, mark) or processes.is_postgres_in(pid, pgdata),
            signal.SIGKILL,
            5.0,
        )
        self._host.wait()
        self._host = None

    def _pgdata(self) -> Path:
        pointer = self.data / "elsewhere"
        home = Path(pointer.read_text().strip()) if pointer.exists() else self.data
        return home / "postgres"

    @property
    def output(self) -> Path:
        """The file that the supervisor writes its output to."""
        return self.data / "supervisor.out"

    @property
    def state(self) -> InstanceState:
        """What the supervisor last wrote about itself. Raises UserError where it does not run."""
        state = read(self.data)
        if state is None:
            raise UserError(
                "内置服务没有在运行。", "The embedded instance is not running.", self._words()
            )
        return state

    @property
    def url(self) -> str:
        """The site's address, ending in a slash."""
        return self.state.url

    @property
    def env(self) -> dict[str, str]:
        """The environment of the site's processes, with the addresses of the servers."""
        return self.state.env

    @property
    def processes(self) -> dict[str, int]:
        """Name to pid, 0 for one that is down: postgres, redis, web, bots, clock, beat."""
        return self.state.processes

    def kill(self, name: str, number: int = signal.SIGKILL) -> int:
        """Send a signal to a process of the instance, by name. Returns its pid."""
        pid = self.processes[name]
        os.kill(pid, number)
        return pid

    def wait_restarted(self, name: str, old_pid: int, within: float = 30.0) -> int:
        """Wait until the supervisor has started a process again; return its new pid."""
        wait_until(lambda: self.processes[name] not in {0, old_pid}, within, f"restart {name}")
        return self.processes[name]

    def manage(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run a Django command against this instance and return what it printed."""
        return subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), *arguments],
            env={**base_env(), **self.env, **self._extra_env},
            cwd=ROOT,
            check=check,
            capture_output=True,
            text=True,
        )


SITE_SETTINGS = (
    *("DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL", "DATA_DIR", "SECRET_KEY"),
    *("ALLOWED_HOSTS", "DJANGO_SETTINGS_MODULE"),
)


def wait_until(test: Callable[[], bool], within: float, what: str) -> None:
    """Wait until a test holds. Raises UserError after `within` seconds."""
    deadline = time.monotonic() + within
    while not test():
        if time.monotonic() > deadline:
            raise UserError(f"等待超时：{what}", f"It took over {within:.0f}s to {what}.")
        time.sleep(0.05)


def servers_for(data: Path) -> tuple[dict[str, str], Stack | None]:
    """Return the environment of the instance that runs on a folder, or of servers started now, which the caller must
    close. Waits while an instance is still starting: there the tables may not be there yet.
    """
    deadline = time.monotonic() + START_WITHIN
    while (state := running(data)) and not state.ready and time.monotonic() < deadline:
        time.sleep(0.2)
    if state is not None:
        return state.env, None
    stack = Stack(data, site=False).start()
    return stack.env, stack
