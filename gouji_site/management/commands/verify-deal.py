"""Check the deals of a finished match against the secret that was committed to before it."""  # noqa: N999 -- the name that people type

from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils.translation import gettext as _

from games.engine import verify
from games.engine.core.errors import Refusal
from games.engine.core.records import Record, read_any
from games.records.words import verdict_words
from gouji_site.management.saying import refused

MISMATCH: Final = 1
NOT_CHECKED: Final = 2


class Command(BaseCommand):
    help = (
        "验牌 verify-deal RECORD: a record's number, or a file of its text or JSON (then no database is needed). "
        "Ends with 1 where a deal does not hold, with 2 where it cannot be checked."
    )
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "record", help="牌谱的编号，或牌谱文件 a record's number, or a file of its text or JSON"
        )

    def handle(self, **options: Any) -> None:
        try:
            record = read_any(self.text_of(options["record"]))
            verdict = verify.check(record)
        except Refusal as refusal:
            words = _("读不懂这份牌谱：{why}").format(why=refused(refusal))
            raise CommandError(words, returncode=NOT_CHECKED) from refusal
        for checked in verdict.deals:
            self.tell(checked)
        if verdict.why:
            self.fail(record, verdict)
        self.stdout.write(verdict_words(verdict))

    def text_of(self, name: str) -> str:
        """The text of a record, from a file or from the database."""
        path = Path(name)
        try:
            if path.is_file():
                return path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(
                f"读不了 {name} cannot be read: {error}", returncode=NOT_CHECKED
            ) from error
        if not (name.isascii() and name.isdigit()):
            raise CommandError(
                _("没有这个文件，也不是牌谱的编号：%(name)s") % {"name": name},
                returncode=NOT_CHECKED,
            )
        return self.stored(int(name))

    def stored(self, number: int) -> str:
        """The text of the record of that number. Raises CommandError where there is none."""
        from games.records.selectors import text_of_record  # noqa: PLC0415 -- a file needs no models

        try:
            text = text_of_record(number)
        except DatabaseError as error:
            words = (
                f"数据库连不上，或者还没有准备好 The database is not there or not prepared: {error}"
            )
            raise CommandError(words, returncode=NOT_CHECKED) from error
        if text is None:
            words = _("没有第 {number} 号牌谱。").format(number=number)
            raise CommandError(words, returncode=NOT_CHECKED)
        return text

    def tell(self, checked: verify.Checked) -> None:
        """One deal's line."""
        if checked.holds:
            line = _("第 {deal} 次发牌（第 {move} 手）：对得上")
        else:
            line = _("第 {deal} 次发牌（第 {move} 手）：对不上")
        self.stdout.write(line.format(deal=checked.deal, move=checked.move))

    def fail(self, record: Record, verdict: verify.Verdict) -> None:
        """End with the reason why the record does not hold or cannot be checked."""
        differs = verdict.why in {verify.NOT_OPENED, verify.OTHER_DEAL}
        words = verdict_words(verdict)
        if verdict.why == verify.BROKEN:
            line = record.lines[verdict.move - 1]
            words = _("第 {line} 行不合规则，牌谱放不下去。").format(line=line)
        raise CommandError(words, returncode=MISMATCH if differs else NOT_CHECKED)
