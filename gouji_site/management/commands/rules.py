"""Ask the rules from the command line."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from games.engine import replays
from games.engine.core.errors import Refusal
from games.engine.gouji import checks
from gouji_site.management.saying import refused

RECORDS: Final = frozenset({".txt", ".json"})
"""What files of records end with."""


class Command(BaseCommand):
    help = "查规则 Ask the rules: rules beats gouji BB999 ss888 | rules level gouji 2222T | rules vectors gouji DIR | rules replay FILE…"
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
        replay = asks.add_parser("replay", help="重放牌谱 play records strictly")
        replay.add_argument(
            "files",
            metavar="file",
            nargs="+",
            type=Path,
            help="牌谱的文件，或装牌谱的文件夹；不止一份时，每份一行 JSON a record's file, or a folder of records; "
            "for more than one, a line of JSON for each",
        )

    def handle(self, **options: Any) -> None:
        try:
            if options["ask"] == "vectors":
                self.check_vectors(options["folder"])
            elif options["ask"] == "replay":
                self.replay(options["files"])
            elif options["ask"] == "beats":
                self.answer(yes=checks.beats_in(options["new"], options["old"]))
            else:
                self.answer(yes=checks.level_in(options["play"]))
        except Refusal as refusal:
            raise refused(refusal) from refusal

    def answer(self, *, yes: bool) -> None:
        self.stdout.write("yes" if yes else "no")

    def replay(self, files: list[Path]) -> None:
        if len(files) == 1 and not files[0].is_dir():
            played = replays.replay(self.text_of(files[0]))
            self.stdout.write(json.dumps(played, ensure_ascii=False, indent=1))
            broken = "refused" in played
        else:
            played_on = [self.replay_in_a_line(file) for file in self.records_in(files)]
            broken = False in played_on
        if broken:
            sys.exit(1)

    def replay_in_a_line(self, file: Path) -> bool:
        """One record of several as one line of JSON. Returns whether it plays to its end."""
        try:
            played: dict[str, Any] = {**replays.replay(self.text_of(file))}
        except CommandError as error:
            played = {"unreadable": str(error)}
        self.stdout.write(json.dumps({"file": str(file), **played}, ensure_ascii=False))
        return not {"refused", "unreadable"} & played.keys()

    def records_in(self, named: list[Path]) -> list[Path]:
        """The files, and those of the folders at any depth. Raises CommandError for a folder without records."""
        found: list[Path] = []
        for path in named:
            inside = sorted(each for each in path.rglob("*") if each.suffix in RECORDS)
            if path.is_dir() and not inside:
                raise CommandError(f"{path} 里没有牌谱（.txt、.json）has no records (.txt, .json)")
            found += inside if path.is_dir() else [path]
        return found

    def text_of(self, file: Path) -> str:
        try:
            return file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"读不了 {file} cannot be read: {error}") from error

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
