"""Measure the whole site under load."""

import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games.engine.shelf import GAMES
from gouji_site.bench.load import Load
from gouji_site.embedded.asking import count, more_than_nothing
from gouji_site.embedded.environment import base_env
from gouji_site.embedded.options import DATA, ROOT
from gouji_site.embedded.stack import Stack

UNLIMITED = {"RATE_LIMITS": "0"}


class Command(BaseCommand):
    help = "给自己起的网站加负载 Load a server of its own with real posts and real sockets, one a seat."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=["tables"])
        parser.add_argument("--game", choices=GAMES, default=GAMES[0])
        parser.add_argument("--tables", type=count, default=100, help="桌数 how many")
        parser.add_argument(
            "--moves-per-second",
            type=more_than_nothing,
            default=100.0,
            help="所有桌合计每秒几手 of all tables together",
        )
        parser.add_argument("--seconds", type=more_than_nothing, default=30.0, help="多久 how long")
        parser.add_argument(
            "--json", action="store_true", help="输出一个 JSON 对象 one JSON object"
        )
        parser.add_argument(
            "--data-dir",
            type=Path,
            help="数据留在这里，不写就丢弃 keep the data here; by default they are thrown away",
        )

    def handle(self, **options: Any) -> None:
        load = Load(
            tables=options["tables"],
            moves_per_second=options["moves_per_second"],
            seconds=options["seconds"],
            game=options["game"],
        )
        kept: Path | None = options["data_dir"]
        stack = Stack(kept or DATA / "bench", discard=kept is None, extra_env=UNLIMITED)
        with stack:
            text = self._run(stack, load)
        self.stdout.write(text if options["json"] else _lines(text))

    def _run(self, stack: Stack, load: Load) -> str:
        argv = [sys.executable, "-m", "gouji_site.bench", str(stack.data)]
        done = subprocess.run(
            [*argv, msgspec.json.encode(load).decode()],
            env={**base_env(), **stack.env, **UNLIMITED},
            cwd=ROOT,
            check=False,
            stdout=subprocess.PIPE,
            text=True,
        )
        if done.returncode:
            raise CommandError(f"负载没能跑完 the load generator ended with {done.returncode}")
        return done.stdout.strip()


def _lines(text: str) -> str:
    return "\n".join(f"{key}: {value}" for key, value in msgspec.json.decode(text).items())
