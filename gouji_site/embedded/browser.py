"""A browser for the browser tests: one that is installed, else Playwright's, else the system's packages."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from .commands import run_logged
from .environment import base_env
from .options import DATA
from .progress import step
from .user_errors import UserError

SHELL = "chromium-headless-shell"
"""Chromium without windows. A whole Chromium told to show none still draws them: a test costs twice the CPU."""
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
NO_SHELL = DATA / "no-headless-shell"
"""Marks that it could not be installed here. Without it each later run would wait for apt-get again."""
CHINESE_FONTS = ("fonts-noto-cjk", "fonts-wqy-zenhei")
CHINESE_FILES = re.compile(r"cjk|wqy|han|song|hei", re.IGNORECASE)
# Seconds, for `timeout`: behind a firewall that drops packets a download would hang.
DOWNLOAD_WITHIN = "120"
PLAYWRIGHT_PATH = (
    "from playwright.sync_api import sync_playwright\n"
    "with sync_playwright() as p: print(p.chromium.executable_path)"
)


def find_browser() -> str:
    """Return the path of a Chromium, installing one if need be. Raises UserError where that fails too."""
    browser = known_browser() or _from_playwright() or _from_system()
    # A whole Chromium from the system: the one without windows is cheaper (see SHELL).
    if browser in map(shutil.which, NAMES[1:]) and not os.environ.get("BROWSER_PATH"):
        browser = _shell_from_system() or browser
    if not browser:
        raise UserError(
            '找不到浏览器。请安装 chromium，或用 BROWSER_PATH 指明；不需要浏览器时用 -m "not e2e"。',
            'No browser: install chromium or set BROWSER_PATH; -m "not e2e" does without one.',
        )
    _ensure_chinese_font()
    return browser


def known_browser() -> str:
    """Return an installed browser, or an empty string. Raises UserError where BROWSER_PATH names no program."""
    if given := os.environ.get("BROWSER_PATH"):
        if not os.access(given, os.X_OK):
            raise UserError(
                f"BROWSER_PATH 不是程序：{given}", f"BROWSER_PATH is no program: {given}"
            )
        return given
    return next((found for name in NAMES if (found := shutil.which(name))), "") or _playwrights()


def _playwrights() -> str:
    """Return Playwright's own Chromium if it was downloaded."""
    outcome = subprocess.run(
        [sys.executable, "-c", PLAYWRIGHT_PATH], check=False, capture_output=True, text=True
    )
    path = outcome.stdout.strip()
    return path if path and Path(path).exists() else ""


def _from_playwright() -> str:
    """Let Playwright download its Chromium, within a bounded time."""
    command = [sys.executable, "-m", "playwright", "install", "chromium"]
    if _run("下载浏览器 Downloading a browser", ["timeout", DOWNLOAD_WITHIN, *command]):
        return _playwrights()
    return ""


def _from_system() -> str:
    """As root on a Debian, install the system's Chromium, the one without windows if there is one."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return ""
    _run("更新软件包列表 apt-get update", ["apt-get", "update", "-q"])
    any(
        _run(f"安装浏览器 Installing {package}", _apt(package))
        for package in (SHELL, "chromium", "chromium-browser")
    )
    return next((found for name in NAMES if (found := shutil.which(name))), "")


def _shell_from_system() -> str:
    """As root on a Debian, install the Chromium without windows beside the whole one. Returns "" where that fails."""
    if os.geteuid() != 0 or not shutil.which("apt-get") or NO_SHELL.exists():
        return ""
    install = ["timeout", DOWNLOAD_WITHIN, *_apt(SHELL)]
    if not _run(f"安装浏览器 Installing {SHELL}", install):
        NO_SHELL.parent.mkdir(parents=True, exist_ok=True)
        NO_SHELL.touch()
    return shutil.which(SHELL) or ""


def _ensure_chinese_font() -> None:
    """Install a Chinese font if there is none: tests look at pages, which would show boxes. Raises UserError."""
    if has_chinese_font() or os.environ.get("GOUJI_ANY_FONT"):
        return
    if os.geteuid() == 0 and shutil.which("apt-get"):
        _run("更新软件包列表 apt-get update", ["apt-get", "update", "-q"])
        for package in CHINESE_FONTS:
            if _run(f"安装中文字体 Installing {package}", _apt(package)) and has_chinese_font():
                return
    raise UserError(
        "没有中文字体。请安装例如 fonts-noto-cjk，或设置 GOUJI_ANY_FONT=1。",
        "No Chinese font: install for example fonts-noto-cjk, or set GOUJI_ANY_FONT=1.",
    )


def has_chinese_font() -> bool:
    """Tell whether some font can show Chinese."""
    if shutil.which("fc-list"):
        listed = subprocess.run(
            ["fc-list", ":lang=zh", "family"], check=False, capture_output=True, text=True
        )
        return bool(listed.stdout.strip())
    folders = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".fonts")
    files = (font.name for folder in folders for font in folder.rglob("*.[ot]t[cf]"))
    return any(CHINESE_FILES.search(name) for name in files)


def _apt(package: str) -> list[str]:
    return ["apt-get", "install", "-y", "-q", "--no-install-recommends", package]


def _run(label: str, argv: Sequence[str]) -> bool:
    """Run an installer with its output in a log; tell whether it worked."""
    # Without it, a package with a question would wait for an answer that cannot come.
    env = {**base_env(), "DEBIAN_FRONTEND": "noninteractive"}
    log = DATA / "log" / "browser.log"
    try:
        with step(label) as current:
            if run_logged(argv, log=log, env=env, step=current).code:
                raise UserError(label, label)
    except UserError:
        return False
    return True
