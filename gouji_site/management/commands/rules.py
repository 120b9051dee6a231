"""Ask the rules from the command line."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import replays
from games.engine.core.errors import Refusal
from games.engine.gouji import checks
from gouji_site.management.saying import refused


class Command(BaseCommand):
    help = "查规则 Ask the rules: rules beats gouji BB999 ss888 | rules level gouji 2222T | rules vectors gouji DIR | rules replay FILE"
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        asks = parser.add_subparsers(dest="ask", required=True)
        beats = asks.add_parser("beats", help="前一手打得过后一手吗 does one play beat another?")
        level = asks.add_parser("level", help="是够级牌吗 is it a gouji play?")
        vectors = asks.add_parser(
            "vectors", help="核对一个文件夹里的例子 check the vector files of a folder"
        )
        for ask in (beats, level, vectors):
            ask.add_argument("game", choices=["gouji"])
        beats.add_argument("new")
        beats.add_argument("old")
        level.add_argument("play")
        vectors.add_argument("folder", type=Path)
        asks.add_parser("replay", help="重放一份牌谱 play a record strictly").add_argument(
            "file", type=Path
        )

    def handle(self, **options: Any) -> None:
        try:
            if options["ask"] == "vectors":
                self.check_vectors(options["folder"])
            elif options["ask"] == "replay":
                self.replay(options["file"])
            elif options["ask"] == "beats":
                self.answer(yes=checks.beats_in(options["new"], options["old"]))
            else:
                self.answer(yes=checks.level_in(options["play"]))
        except Refusal as refusal:
            raise refused(refusal) from refusal

    def answer(self, *, yes: bool) -> None:
        self.stdout.write("yes" if yes else "no")

    def replay(self, file: Path) -> None:
        try:
            played = replays.replay(file.read_text())
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"读不了 {file} cannot be read: {error}") from error
        self.stdout.write(json.dumps(played, ensure_ascii=False, indent=1))
        if "refused" in played:
            sys.exit(1)

    def check_vectors(self, folder: Path) -> None:
        found = [folder / name for name in checks.VECTORS if (folder / name).is_file()]
        if not found:
            raise CommandError(f"{folder} 里没有例子的文件 has no vector files")
        passed = failed = 0
        for file in found:
            for line, text, holds in checks.checked_rows(file.name, file.read_text()):
                passed += holds
                failed += not holds
                if not holds:
                    self.stdout.write(f"{file.name}:{line}: {text}")
        self.stdout.write(f"{passed} passed, {failed} failed")
        if failed:
            sys.exit(1)
