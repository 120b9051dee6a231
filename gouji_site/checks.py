"""`manage.py test`: linters, types, import contracts, then the whole test suite on real servers."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from gouji_site.embedded.browser import find_browser
from gouji_site.embedded.cli_args import Parser
from gouji_site.embedded.environment import PLACEHOLDERS, base_env
from gouji_site.embedded.locks import is_locked
from gouji_site.embedded.options import DATA, ROOT
from gouji_site.embedded.processes import die_with_parent
from gouji_site.embedded.progress import note, step
from gouji_site.embedded.user_errors import UserError

BIN = Path(sys.prefix) / "bin"
THOROUGH = "10"
WORKERS = {True: "4", False: "6"}
"""With the browser, which keeps a processor busy, and without, where most of what takes long is waiting."""
MOST_AT_ONCE = 8
PLAIN_MARKS = re.compile(r"[\w\s()]+")


@dataclass(frozen=True)
class Asked:
    """What the command line asks for."""

    marks: str
    thorough: bool
    pytest: list[str]

    def needs_browser(self) -> bool:
        """Tell whether the marker expression lets tests run that are marked e2e and nothing else."""
        if not PLAIN_MARKS.fullmatch(self.marks):
            return True
        names = {name: name == "e2e" for name in re.findall(r"\w+", self.marks)}
        try:
            return bool(eval(self.marks, {"__builtins__": {}}, names))  # noqa: S307 -- words and brackets
        except SyntaxError:
            return True


def parse(argv: list[str]) -> Asked:
    """Read the command line; what is not ours goes to pytest."""
    parser = Parser(
        prog="manage.py test",
        description="检查并测试 Run linters, type checks, import contracts and pytest.",
        epilog="其余参数交给 pytest。Further arguments go to pytest.",
        allow_abbrev=False,
    )
    parser.add_argument("-m", dest="marks", default="", metavar="EXPR", help='"not e2e" …')
    parser.add_argument(
        "--thorough", action="store_true", help="十倍随机测试 ten times the random runs"
    )
    known, rest = parser.parse_known_args(argv)
    return Asked(known.marks, known.thorough, rest)


def main(argv: list[str]) -> int:
    """Run every check even after one has failed; return 0 only when all passed."""
    from gouji_site.embedded.stack import Stack  # noqa: PLC0415 -- keeps `parse` light

    asked = parse(argv)
    failed = []
    with beside(linters()) as checks:
        try:
            browser = find_browser() if asked.needs_browser() else ""
        except UserError as user_error:
            user_error.show()
            browser, failed = "", ["浏览器 browser"]
        with step("启动测试用的服务 Starting servers for the tests"):
            stack = Stack(free_folder(DATA), site=False, durable=False).start()
        with stack:
            code = run_pytest(asked, {**stack.env, "GOUJI_BROWSER": browser})
        failed += [check.name for check in checks if not check.passed()]
    if code:
        failed.append(f"pytest ({code})")
    if failed:
        note(f"✗ 未通过 Failed: {', '.join(failed)}")
    return 1 if failed else 0


def free_folder(data: Path) -> Path:
    """Return the data folder for the test servers: another one for each run that goes on beside."""
    folders = (data / f"test{number or ''}" for number in range(MOST_AT_ONCE))
    return next((folder for folder in folders if not is_locked(folder)), data / "test")


def linters() -> dict[str, list[str]]:
    """Return the command line of every static check."""
    templates = sorted(str(path) for path in (ROOT / "templates").rglob("*.html"))
    commands = {
        "ruff": [str(BIN / "ruff"), "check", "."],
        "ruff format": [str(BIN / "ruff"), "format", "--check", "."],
        "mypy": [str(BIN / "mypy")],
        "import contracts": [str(BIN / "lint-imports")],
    }
    if templates:
        version = ["--target-version", "5.2"]
        commands["djade"] = [str(BIN / "djade"), "--check", *version, *templates]
    return commands


@dataclass(frozen=True)
class Check:
    """A static check that is running."""

    name: str
    process: subprocess.Popen[bytes]
    output: IO[bytes]

    def passed(self) -> bool:
        """Wait for its end, showing that it is alive; return whether it passed. What a failed one said is shown."""
        try:
            with step(self.name) as current:
                while self.process.poll() is None:
                    current.tick()
                    time.sleep(0.05)
                if self.process.returncode:
                    raise UserError(self.name, self.name)
        except UserError:
            self.output.seek(0)
            note(self.output.read().decode("utf-8", "replace"))
            return False
        return True


@contextmanager
def beside(commands: dict[str, list[str]]) -> Iterator[list[Check]]:
    """Start static checks, which go on beside whatever is done meanwhile; end those that nobody waited for."""
    env = {**PLACEHOLDERS, **base_env(), "GOUJI_NO_SERVICES": "1"}
    with ExitStack() as closing:
        checks = []
        for name, argv in commands.items():
            output = closing.enter_context(tempfile.TemporaryFile())
            process = subprocess.Popen(
                argv, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )
            closing.callback(process.wait)
            closing.callback(process.terminate)
            checks.append(Check(name, process, output))
        yield checks


def run_pytest(asked: Asked, env: dict[str, str]) -> int:
    """Run pytest in the foreground. Ctrl-C is for pytest; we stop the servers afterwards."""
    argv = [
        sys.executable,
        "-m",
        "pytest",
        *(["-m", asked.marks] if asked.marks else []),
        *parallel_arguments(asked.pytest, WORKERS[asked.needs_browser()]),
        *asked.pytest,
    ]
    told = {**base_env(), **env, "GOUJI_THOROUGH": THOROUGH if asked.thorough else "1"}
    # Each worker, and each process of each site that the tests start, would compile everything again.
    told.pop("PYTHONDONTWRITEBYTECODE", None)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        process = subprocess.Popen(
            argv,
            cwd=ROOT,
            env=told,
            preexec_fn=_before_pytest(),  # noqa: PLW1509 -- no threads here
        )
        return process.wait()
    finally:
        signal.signal(signal.SIGINT, before)


def parallel_arguments(rest: list[str], workers: str) -> list[str]:
    """Return what makes pytest run files side by side; nothing where the caller chose files or knows better."""
    chosen = any(not word.startswith("-") and Path(word.split("::")[0]).exists() for word in rest)
    knows = any(word.startswith(("-n", "--numprocesses", "--pdb", "--dist")) for word in rest)
    if chosen or knows:
        return []
    return ["-n", workers, "--dist", "loadfile", "--no-loadscope-reorder"]


def _before_pytest() -> Callable[[], None]:
    """Return what pytest's process does first: it hears Ctrl-C again, and ends when we are killed."""
    die = die_with_parent(signal.SIGTERM)

    def prepare() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        die()

    return prepare
