"""Take the pictures of a table that the README shows."""

import subprocess
import sys
from argparse import ArgumentParser
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from gouji_site.embedded.browser import find_browser
from gouji_site.embedded.environment import base_env
from gouji_site.embedded.options import DATA, ROOT
from gouji_site.embedded.stack import Stack

QUICK_BOTS: Final = {"BOT_PACE": "0.3"}


class Command(BaseCommand):
    help = (
        "起一个自己的网站，打几轮牌，拍下牌桌 "
        "Start a site of its own, play some tricks as a guest, and take pictures of the table."
    )
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--folder",
            type=Path,
            default=ROOT / "static" / "img",
            help="图片放在哪里 where the pictures go",
        )

    def handle(self, **options: Any) -> None:
        if not all(find_spec(name) for name in ("playwright", "PIL")):
            raise CommandError(
                "需要开发用的工具：先运行一次 manage.py test。 "
                "It needs the tools of development: run manage.py test once."
            )
        browser = find_browser()
        with Stack(DATA / "picture", durable=False, discard=True, extra_env=QUICK_BOTS) as stack:
            self._run(stack.url, browser, str(options["folder"]))

    def _run(self, *arguments: str) -> None:
        module = [sys.executable, "-m", "gouji_site.management.table_picture"]
        done = subprocess.run([*module, *arguments], env=base_env(), cwd=ROOT, check=False)
        if done.returncode:
            raise CommandError(f"没有拍成 no picture was taken: {done.returncode}")
