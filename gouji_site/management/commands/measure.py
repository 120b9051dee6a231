"""How long tricks and deals last at a table, at the bots' pace and with a person at it."""

from argparse import ArgumentParser
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.bots.pacing import Habits, Timing, measure
from games.engine.core.errors import Refusal
from games.engine.shelf import game_of
from games.play.services.clocks import CALL_SECONDS

COLUMNS: Final = ("s/trick", "90%", "s/deal", "in calls", "turns/trick", "calls/trick")


class Command(BaseCommand):
    help = "Reckon the time of deals between bots, and with one person; nothing is waited for."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("ruleset", help='a ruleset, e.g. gouji or "gouji:charge"')
        parser.add_argument("--deals", type=int, default=100)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--bot", default="steady")
        parser.add_argument(
            "--pace", type=float, default=settings.BOT_PACE, help="of bots, in seconds"
        )
        parser.add_argument("--person", type=float, default=2.0, help="of the person, in seconds")

    def handle(self, **options: Any) -> None:
        try:
            game = game_of(options["ruleset"])
            seats = game.meta.seats
            bots = (options["pace"],) * seats
            mixed = (options["person"], *bots[1:])
            self.stdout.write(f"{'':38}" + "".join(f"{name:>12}" for name in COLUMNS))
            for words, habits in (
                ("bots alone", Habits(bots)),
                (f"bots alone, calls of {CALL_SECONDS:g} s", Habits(bots, call=CALL_SECONDS)),
                ("one person", Habits(mixed)),
                ("one person who is not asked to burn", Habits(mixed, quiet=(0,))),
                (f"one person, calls of {CALL_SECONDS:g} s", Habits(mixed, call=CALL_SECONDS)),
            ):
                timing = measure(game, options["bot"], habits, options["deals"], options["seed"])
                self.stdout.write(line(words, timing))
        except (Refusal, KeyError, ValueError) as error:
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
