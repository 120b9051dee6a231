"""Play deals in the engine alone and print what they came to."""

import time
from argparse import ArgumentParser
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games.bots import arena
from gouji_site.embedded.cli_args import count
from gouji_site.management.saying import known_bots, known_game


class Command(BaseCommand):
    help = "只在引擎里让机器人打若干局 Play deals between bots in the engine alone; no database is needed."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="游戏，如 gouji a game")
        parser.add_argument("--deals", type=count, default=100, help="局数 how many deals")
        parser.add_argument(
            "--bots",
            default="random",
            help="机器人，一个或每座一个 one name for all, or one a seat: a,b,...",
        )
        parser.add_argument("--seed", type=int, default=1, help="随机数种子 of the dice")
        parser.add_argument("--ruleset", help='规则 a ruleset, e.g. "gouji:classic(games=1)"')
        parser.add_argument(
            "--json", action="store_true", help="输出一个 JSON 对象 one JSON object"
        )

    def handle(self, **options: Any) -> None:
        names = known_bots(options["bots"].replace(",", " ").split())
        game = known_game(options["ruleset"] or options["game"])
        if game.meta.key != options["game"]:
            raise CommandError(
                f"{options['ruleset']} 不是 {options['game']} 的规则 is no ruleset of that game"
            )
        seats = game.meta.seats
        if len(names) not in {1, seats}:
            raise CommandError(f"机器人要写一个，或 {seats} 个 name one bot, or {seats}")
        report = arena.simulate(game, names, options["deals"], options["seed"], time.perf_counter)
        if options["json"]:
            self.stdout.write(msgspec.json.encode(report).decode())
        else:
            for key, value in msgspec.structs.asdict(report).items():
                self.stdout.write(f"{key}: {value}")
