"""Play deals in the engine alone and print what they came to."""

import time
from argparse import ArgumentParser
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games.bots import arena
from games.engine.core.errors import Refusal
from games.engine.shelf import game_of


class Command(BaseCommand):
    help = "Play deals between bots in the engine alone; no database is needed."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="a game, e.g. gouji")
        parser.add_argument("--deals", type=int, default=100)
        parser.add_argument(
            "--bots", default="random", help="one name for all, or one a seat: a,b,..."
        )
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--ruleset", help='a ruleset, e.g. "gouji:classic(games=1)"')
        parser.add_argument("--json", action="store_true", help="one JSON object")

    def handle(self, **options: Any) -> None:
        names = options["bots"].replace(",", " ").split()
        try:
            game = game_of(options["ruleset"] or options["game"])
            report = arena.simulate(
                game, names, options["deals"], options["seed"], time.perf_counter
            )
        except (Refusal, KeyError, ValueError) as error:
            raise CommandError(str(error)) from error
        if game.meta.key != options["game"]:
            raise CommandError(f"{options['ruleset']} is no ruleset of {options['game']}")
        if options["json"]:
            self.stdout.write(msgspec.json.encode(report).decode())
        else:
            for key, value in msgspec.structs.asdict(report).items():
                self.stdout.write(f"{key}: {value}")
