"""Check the deals of a finished match against the secret that was committed to before it."""  # noqa: N999 -- the name that people type

from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.engine import proofs
from games.engine.core.errors import Refusal
from games.engine.core.records import Record, read_any

MISMATCH: Final = 1
NOT_CHECKED: Final = 2


class Command(BaseCommand):
    help = (
        "verify-deal RECORD: a record's number, or a file of its text or JSON (then no database is needed). "
        "Ends with 1 where a deal does not hold, with 2 where it cannot be checked."
    )
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("record", help="a record's number, or a file of its text or JSON")

    def handle(self, **options: Any) -> None:
        try:
            record = read_any(self.text_of(options["record"]))
            verdict = proofs.check(record)
        except Refusal as refusal:
            raise CommandError(
                _("读不懂这份牌谱：%(why)s") % {"why": refusal}, returncode=NOT_CHECKED
            ) from refusal
        if record.proof is not None and verdict.why != proofs.NOT_OPENED:
            self.stdout.write(_("秘密的 SHA-256 与事先公布的承诺一致。"))
        for checked in verdict.deals:
            self.tell(checked)
        if verdict.why:
            self.fail(record, verdict)
        self.stdout.write(_("验牌通过：%(count)s 次发牌都对得上。") % {"count": len(verdict.deals)})

    def text_of(self, name: str) -> str:
        """The text of a record, from a file or from the database."""
        path = Path(name)
        try:
            if path.is_file():
                return path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{name}: {error}", returncode=NOT_CHECKED) from error
        if not (name.isascii() and name.isdigit()):
            raise CommandError(
                _("没有这个文件，也不是牌谱的编号：%(name)s") % {"name": name},
                returncode=NOT_CHECKED,
            )
        return self.stored(int(name))

    def stored(self, number: int) -> str:
        """The text of the record of that number. Raises CommandError where there is none."""
        from games.records.selectors import text_of_record  # noqa: PLC0415 -- a file needs no models

        text = text_of_record(number)
        if text is None:
            raise CommandError(
                _("没有第 %(number)s 号牌谱。") % {"number": number}, returncode=NOT_CHECKED
            )
        return text

    def tell(self, checked: proofs.Checked) -> None:
        """One deal's line."""
        words = _("对得上") if checked.holds else _("对不上")
        self.stdout.write(
            _("第 %(deal)s 次发牌（第 %(move)s 手）：%(words)s")
            % {"deal": checked.deal, "move": checked.move, "words": words}
        )

    def fail(self, record: Record, verdict: proofs.Verdict) -> None:
        """End with the reason why the record does not hold or cannot be checked."""
        why = verdict.why
        if why == proofs.NO_PROOF:
            words, code = _("这份牌谱没有承诺、秘密和口令：它早于公平发牌，无法验牌。"), NOT_CHECKED
        elif why == proofs.NO_DEAL:
            words, code = _("这份牌谱里没有发牌。"), NOT_CHECKED
        elif why == proofs.NOT_OPENED:
            words, code = _("秘密的 SHA-256 不是事先公布的承诺。"), MISMATCH
        elif why == proofs.OTHER_DEAL:
            deal = verdict.deals[-1].deal
            words, code = (
                _("第 %(deal)s 次发牌不是由秘密和口令洗出来的。") % {"deal": deal},
                MISMATCH,
            )
        else:
            line = record.lines[verdict.move - 1]
            words, code = _("第 %(line)s 行不合规则，牌谱放不下去。") % {"line": line}, NOT_CHECKED
        raise CommandError(words, returncode=code)
