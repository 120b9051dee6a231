"""Ask the rules from the command line."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from games.engine import replays, vectors
from games.engine.core.errors import Refusal
from games.engine.core.game import AnyGame
from games.engine.gouji import vector_checks as gouji
from games.engine.gouji.game import Gouji as GoujiGame
from games.engine.levels import vector_checks as levels
from games.engine.levels.game import LevelsGame
from games.engine.registry import GAMES
from gouji_site.management.saying import english, known_game, refused

RECORDS: Final = frozenset({".txt", ".json"})
"""Suffixes of files that are records."""


class Command(BaseCommand):
    help = (
        "查规则 Ask the rules: rules beats gouji BB999 ss888 | rules level gouji 2222T | "
        "rules beats shengji 3H KS --trumps 5H | rules level huolong 125 --bottom --stars 1 | "
        "rules vectors gouji DIR | rules replay FILE…"
    )
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        asks = parser.add_subparsers(dest="ask", required=True)
        beats = asks.add_parser("beats", help="前一手打得过后一手吗 does one play beat another?")
        level = asks.add_parser(
            "level",
            help="够级：是够级牌吗；升级、攉龙：这一局升几级 gouji: is it a gouji play? "
            "The others: how far do both sides rise?",
        )
        table = asks.add_parser(
            "vectors", help="核对一个文件夹里的例子 check the vector files of a folder"
        )
        for ask in (beats, level, table):
            ask.add_argument("game", choices=GAMES)
        for ask in (beats, level):
            ask.add_argument(
                "--ruleset",
                help="规则，如 shengji(ten=natural) under which rules (default: the game's)",
            )
        self.add_beats(beats)
        self.add_level(level)
        table.add_argument("folder", type=Path)
        replay = asks.add_parser("replay", help="重放牌谱 play records strictly")
        replay.add_argument(
            "files",
            metavar="file",
            nargs="+",
            type=Path,
            help="牌谱的文件，或装牌谱的文件夹；不止一份时，每份一行 JSON a record's file, or a folder of records; "
            "for more than one, a line of JSON for each",
        )

    def add_beats(self, beats: ArgumentParser) -> None:
        beats.add_argument(
            "new", help="牌，如 BB999；升级、攉龙要写花色，如 9S9S cards; with suits but in gouji"
        )
        beats.add_argument("old")
        beats.add_argument(
            "--trumps",
            metavar="5H",
            help="升级、攉龙：主花色的级牌 the others: the level card of the trump suit",
        )
        beats.add_argument(
            "--led",
            default="",
            help="升级、攉龙：首家出的牌，不写就是后一手 the others: what was led, if not OLD",
        )

    def add_level(self, level: ArgumentParser) -> None:
        level.add_argument(
            "play",
            metavar="PLAY|POINTS",
            help="够级：一手牌；升级、攉龙：闲家的分，底牌的已算在内 gouji: a play; the others: the points of the side not "
            "dealing, with the kitty's",
        )
        level.add_argument(
            "--bottom", action="store_true", help="最后一轮是闲家赢的 it won the last trick"
        )
        level.add_argument(
            "--stars",
            type=int,
            default=0,
            help="攉龙：算数的底里的大王 huolong: the big jokers in the bottom that count",
        )

    def handle(self, **options: Any) -> None:
        try:
            if options["ask"] == "vectors":
                self.check_vectors(options["game"], options["folder"])
            elif options["ask"] == "replay":
                self.replay(options["files"])
            elif options["ask"] == "beats":
                self.stdout.write(self.beats(**options))
            else:
                self.stdout.write(self.level(**options))
        except Refusal as refusal:
            raise refused(refusal) from refusal

    def game_of(self, game: str, ruleset: str | None) -> AnyGame:
        """The game under a ruleset. Raises CommandError for one of another game."""
        found = known_game(ruleset or game)
        if found.meta.key != game:
            raise CommandError(f"{ruleset} 不是 {game} 的规则 is no ruleset of {game}")
        return found

    def beats(self, *, game: str, ruleset: str | None, new: str, old: str, **options: Any) -> str:
        found = self.game_of(game, ruleset)
        if game == "gouji":
            if options["trumps"] or options["led"]:
                raise CommandError("够级没有主 --trumps and --led are not for gouji")
            rules = GoujiGame.of(found).rules
            return _yes(gouji.beats_in(new, old, rules.mixed_jokers, two_to_one=rules.two_to_one))
        if not options["trumps"]:
            raise CommandError(
                "要写 --trumps：主花色的级牌 the level card of the trump suit, such as 5H"
            )
        trumps, led = options["trumps"], options["led"]
        return _yes(levels.beats_in(LevelsGame.of(found).rules, new, old, trumps=trumps, led=led))

    def level(self, *, game: str, ruleset: str | None, play: str, **options: Any) -> str:
        found = self.game_of(game, ruleset)
        bottom, stars = options["bottom"], options["stars"]
        if game == "gouji":
            if bottom or stars:
                raise CommandError("够级没有底牌 --bottom and --stars are not for gouji")
            return _yes(gouji.is_gouji_in(play, GoujiGame.of(found).rules.mixed_jokers))
        try:
            rules = LevelsGame.of(found).rules
            return levels.worth_in(rules, int(play), bottom=bottom, stars=stars).text
        except ValueError as error:
            raise CommandError(
                "分是 5 的倍数，从 0 到 1000；星只有攉龙有，最多三个 points are a multiple of 5 from 0 to 1000; "
                "stars are Huolong's, three at most"
            ) from error

    def replay(self, files: list[Path]) -> None:
        if len(files) == 1 and not files[0].is_dir():
            played = replays.replay(self.text_of(files[0]), english)
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
            played: dict[str, Any] = {**replays.replay(self.text_of(file), english)}
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

    def check_vectors(self, game: str, folder: Path) -> None:
        found = [folder / name for name in vectors.FILES[game] if (folder / name).is_file()]
        if not found:
            raise CommandError(f"{folder} 里没有例子的文件 has no vector files")
        passed = failed = 0
        for file in found:
            for line, text, holds in vectors.checked(game, file.name, self.text_of(file)):
                passed += holds
                failed += not holds
                if not holds:
                    self.stdout.write(f"{file.name}:{line}: {text}")
        self.stdout.write(f"{passed} passed, {failed} failed")
        if failed:
            sys.exit(1)


def _yes(holds: bool) -> str:  # noqa: FBT001 -- an answer
    return "yes" if holds else "no"
