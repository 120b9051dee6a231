"""`manage.py measure`: how long tricks and deals last at a table, for bots alone and with one person."""

from argparse import ArgumentParser
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.bots.pacing import Habits, Timing, measure
from games.play.services.clocks import CALL_SECONDS
from gouji_site.embedded.cli_args import amount, count
from gouji_site.management.saying import known_bots, known_game

COLUMNS: Final = ("s/trick", "90%", "s/deal", "in calls", "turns/trick", "calls/trick")


class Command(BaseCommand):
    help = "推算一轮、一局要多久 Reckon the time of deals between bots, and with one person; nothing is waited for."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("ruleset", help='规则 a ruleset, e.g. gouji or "gouji:charge"')
        parser.add_argument("--deals", type=count, default=100, help="局数 how many deals")
        parser.add_argument("--seed", type=int, default=1, help="随机数种子 of the dice")
        parser.add_argument("--bot", default="steady", help="机器人 who plays")
        parser.add_argument(
            "--pace",
            type=amount,
            default=settings.BOT_PACE,
            help="机器人想几秒 of bots, in seconds",
        )
        parser.add_argument(
            "--person", type=amount, default=2.0, help="人想几秒 of the person, in seconds"
        )

    def handle(self, **options: Any) -> None:
        game = known_game(options["ruleset"])
        known_bots([options["bot"]])
        try:
            seats = game.meta.seats
            bots = (options["pace"],) * seats
            mixed = (options["person"], *bots[1:])
            self.stdout.write(f"{'':38}" + "".join(f"{name:>12}" for name in COLUMNS))
            for words, habits in (
                ("bots alone", Habits(bots)),
                (f"bots alone, calls of {CALL_SECONDS:g} s", Habits(bots, call=CALL_SECONDS)),
                ("one person", Habits(mixed)),
                ("one person who is not asked to burn", Habits(mixed, auto_decline=(0,))),
                (f"one person, calls of {CALL_SECONDS:g} s", Habits(mixed, call=CALL_SECONDS)),
            ):
                timing = measure(game, options["bot"], habits, options["deals"], options["seed"])
                self.stdout.write(line(words, timing))
        except ValueError as error:
            raise CommandError(str(error)) from error


def line(words: str, timing: Timing) -> str:
    """One row of the table."""
    tricks = len(timing.tricks)
    numbers = (
        f"{timing.per_trick:.1f}",
        f"{timing.long_trick:.1f}",
        f"{timing.per_deal:.0f}",
        f"{timing.share:.0%}",
        f"{timing.turns / tricks:.1f}",
        f"{timing.calls / tricks:.2f}",
    )
    return f"{words:38}" + "".join(f"{number:>12}" for number in numbers)
