"""Measure the whole site under load, or through faults."""

import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games.engine.registry import GAMES
from gouji_site.bench.load import FAULTS, PHASES, FaultReport, Load, Trials, table_of
from gouji_site.embedded.cli_args import count, more_than_nothing
from gouji_site.embedded.environment import base_env
from gouji_site.embedded.options import DATA, ROOT
from gouji_site.embedded.stack import Stack

# All people of a bench come from one address.
UNLIMITED = {"RATE_LIMITS": "0"}
QUICK_BOTS = {"BOT_PACE": "0.2"}
TABLES = {"tables": 100, "faults": 12}


class Command(BaseCommand):
    help = (
        "给自己起的网站加负载，或者弄坏它再看它恢复 "
        "Load a server of its own with real posts and real sockets, or break its parts and watch it come back."
    )
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=[*TABLES])
        parser.add_argument("--tables", type=count, help="桌数 how many (tables: 100, faults: 12)")
        parser.add_argument(
            "--json", action="store_true", help="输出一个 JSON 对象 one JSON object"
        )
        parser.add_argument(
            "--data-dir",
            type=Path,
            help="数据留在这里，不写就丢弃 keep the data here; by default they are thrown away",
        )
        _add_load(parser.add_argument_group("tables"))
        _add_trials(parser.add_argument_group("faults"))

    def handle(self, **options: Any) -> None:
        what, kept = options["what"], options["data_dir"]
        options["tables"] = options["tables"] or TABLES[what]
        text, extra = _orders(what, options)
        stack = Stack(kept or DATA / "bench", discard=kept is None, extra_env=extra)
        with stack:
            found = self._run(stack, what, text, extra)
        self.stdout.write(found if options["json"] else _lines(what, found))
        if what == "faults":
            _check(found)

    def _run(self, stack: Stack, what: str, text: str, extra: dict[str, str]) -> str:
        # In the environment of the stack, which this process did not have when it read its settings.
        done = subprocess.run(
            [sys.executable, "-m", "gouji_site.bench", what, str(stack.data), text],
            env={**base_env(), **stack.env, **extra},
            cwd=ROOT,
            check=False,
            stdout=subprocess.PIPE,
            text=True,
        )
        if done.returncode:
            raise CommandError(f"负载没能跑完 the load generator ended with {done.returncode}")
        return done.stdout.strip()


def _add_load(parser: Any) -> None:
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    parser.add_argument(
        "--moves-per-second",
        type=more_than_nothing,
        default=100.0,
        help="所有桌合计每秒几手 of all tables together",
    )
    parser.add_argument("--seconds", type=more_than_nothing, default=30.0, help="多久 how long")


def _add_trials(parser: Any) -> None:
    parser.add_argument(
        "--faults",
        nargs="+",
        choices=FAULTS,
        default=FAULTS,
        metavar="FAULT",
        help=f"故障 which: {' '.join(FAULTS)}",
    )
    parser.add_argument(
        "--phases",
        nargs="+",
        choices=PHASES,
        default=PHASES,
        metavar="PHASE",
        help=f"在哪个阶段 when: {' '.join(PHASES)}",
    )


def _orders(what: str, options: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """The orders for the load generator as JSON, and the extra environment of the instance."""
    if what == "faults":
        trials = Trials(options["tables"], tuple(options["faults"]), tuple(options["phases"]))
        return msgspec.json.encode(trials).decode(), UNLIMITED | QUICK_BOTS
    load = Load(
        tables=options["tables"],
        moves_per_second=options["moves_per_second"],
        seconds=options["seconds"],
        game=options["game"],
    )
    return msgspec.json.encode(load).decode(), UNLIMITED


def _lines(what: str, text: str) -> str:
    if what == "faults":
        return table_of(msgspec.json.decode(text, type=FaultReport))
    return "\n".join(f"{key}: {value}" for key, value in msgspec.json.decode(text).items())


def _check(text: str) -> None:
    """Raise CommandError where something was lost, doubled or stuck."""
    bad = [t for t in msgspec.json.decode(text, type=FaultReport).trials if not t.is_sound]
    if bad:
        named = ", ".join(f"{trial.fault}/{trial.phase}" for trial in bad)
        raise CommandError(f"有丢失、重复或卡住的 something was lost, doubled or stuck: {named}")
