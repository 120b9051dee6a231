"""Before anything else: a bare Python makes `.venv`, installs what is pinned, and starts again in it.

Imports the standard library alone: it runs before any package is installed, in any Python from 3.11 on.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import TextIO

from gouji_site.embedded.environment import PLACEHOLDERS, SETTINGS
from gouji_site.embedded.options import DATA, ROOT
from gouji_site.embedded.packages import VENV, Packages
from gouji_site.embedded.progress import note
from gouji_site.embedded.user_errors import UserError, user_error_of
from gouji_site.lib.env import SettingError

OWN = {"play": "gouji_site.embedded.play", "test": "gouji_site.checks"}
EXTRAS = {"test": ("embedded", "dev")}
WITHOUT_DATABASE = {
    *("", "help", "--help", "-h", "version", "--version", "simulate", "rules", "bench", "picture"),
    *("check", "collectstatic", "compilemessages", "diffsettings", "findstatic"),
    *("makemessages", "startapp", "startproject"),
}
INTERRUPTED = 130


def main(argv: list[str]) -> int:
    """Run a command and return its exit code. Errors that the user can mend are printed as one sentence."""
    for stream in (sys.stdout, sys.stderr):
        _escape_unknown_letters(stream)
    try:
        return _run(argv)
    except UserError as user_error:
        user_error.show()
    except KeyboardInterrupt:
        note("· 已中断 Interrupted")
        return INTERRUPTED
    return 1


def _escape_unknown_letters(stream: TextIO) -> None:
    """Write what the terminal's encoding lacks as an escape: Chinese under LANG=C must not end a command."""
    with suppress(AttributeError, ValueError):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[attr-defined]


def _run(argv: list[str]) -> int:
    command = argv[1] if len(argv) > 1 else ""
    if command not in OWN:
        if not _inside_venv() and importlib.util.find_spec("django") is None:
            _prepare(("embedded",))
            _go_on_in_venv(argv)
        return _django(command, argv)
    try:
        module = importlib.import_module(OWN[command])
        # A wrong option is refused now, and not after minutes of installing.
        module.parse(argv[2:])
        changed = _prepare(EXTRAS.get(command, ("embedded",)))
        if changed or not _inside_venv():
            _go_on_in_venv(argv)
        return _code(module, argv[2:])
    except OSError as error:
        raise user_error_of(error) from None


def _code(module: ModuleType, arguments: list[str]) -> int:
    return int(module.main(arguments))


def _inside_venv() -> bool:
    return Path(sys.prefix).resolve() == VENV.resolve()


def _prepare(extras: tuple[str, ...]) -> bool:
    """Install what is missing. Returns whether anything was. Raises UserError where that fails."""
    # By default these signals end us at once, and pip would go on beside the next start. As KeyboardInterrupt they
    # reach `run_logged`, which ends it. A handler of somebody else's, such as nohup's, stays.
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    for number, handler in before.items():
        if handler is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)
    try:
        return Packages(extras).install()
    except OSError as error:
        raise user_error_of(error) from None
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _go_on_in_venv(argv: list[str]) -> None:
    """Start the same command again in `.venv`, in place of this process: its pid and its signals stay the same."""
    python = str(VENV / "bin" / "python")
    env = {key: value for key, value in os.environ.items() if key != "PYTHONHOME"}
    env.setdefault("PYTHONIOENCODING", getattr(sys.stdout, "encoding", None) or "utf-8")
    # Names of files are in UTF-8 even under a terminal of another code, such as GBK.
    env["PYTHONUTF8"] = "1"
    os.execve(python, [python, str(ROOT / "manage.py"), *argv[1:]], env)


def _reads_a_file(argv: list[str]) -> bool:
    """Tell whether `verify-deal` gets a file: then it needs no database."""
    return argv[1:2] == ["verify-deal"] and any(Path(each).is_file() for each in argv[2:])


def _django(command: str, argv: list[str]) -> int:
    """Run a Django command. Where it needs a database and none is named, it gets the servers of the running instance,
    or servers that are started for it. Raises UserError for what the user can mend.
    """
    from django.core.management import execute_from_command_line  # noqa: PLC0415 -- not there before

    from gouji_site.embedded.stack import servers_for  # noqa: PLC0415 -- see above

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    stack = None
    if command in WITHOUT_DATABASE or {"-h", "--help"} & set(argv) or _reads_a_file(argv):
        for key, value in PLACEHOLDERS.items():
            os.environ.setdefault(key, value)
    elif not os.environ.get("DATABASE_URL"):
        env, stack = servers_for(Path(os.environ.get("DATA_DIR") or DATA))
        for key, value in env.items():
            os.environ.setdefault(key, value)
    try:
        execute_from_command_line(argv)
    except Exception as error:
        if (user_error := _user_error_of_site(error)) is None:
            raise
        raise user_error from error
    finally:
        if stack is not None:
            stack.close()
    return 0


def _user_error_of_site(error: Exception) -> UserError | None:
    """Return an error of a Django command as one that the user can mend, None where it is another."""
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415 -- not there before
    from django.db import OperationalError, ProgrammingError  # noqa: PLC0415 -- see above

    if isinstance(error, OSError):
        return user_error_of(error)
    if isinstance(error, ImproperlyConfigured | SettingError):
        return UserError(f"设置有误：{error}", "The settings do not fit.")
    if isinstance(error, OperationalError | ProgrammingError):
        return UserError(
            "数据库连不上，或者还没有准备好。请先运行 manage.py play，或 manage.py migrate。",
            "The database cannot be reached or is not prepared: run manage.py play or migrate first.",
            str(error).strip().partition("\n")[0],
        )
    return None
