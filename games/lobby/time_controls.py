"""The paces a table may be played at: seconds for a decision, and a bank beyond them for each deal."""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.play.models import Table


@dataclass(frozen=True, slots=True)
class PaceChoice:
    """A pace by its name, in seconds."""

    key: str
    label: Promise | str
    decision: int
    bank: int

    @property
    def words(self) -> str:
        """The name with its two numbers, as players say them."""
        return f"{self.label} {self.decision}+{self.bank}"

    @property
    def help(self) -> str:
        """The numbers in words."""
        if not self.bank:
            return _("每步 {decision} 秒，没有备用时间").format(decision=self.decision)
        return _("每步 {decision} 秒，每局另有 {bank} 秒备用").format(
            decision=self.decision, bank=self.bank
        )


PACES: Final = (
    PaceChoice("casual", gettext_lazy("休闲"), 20, 60),
    PaceChoice("quick", gettext_lazy("快打"), 10, 30),
    PaceChoice("tournament", gettext_lazy("比赛"), 30, 0),
)
BY_KEY: Final = {pace.key: pace for pace in PACES}


def pace_in_words(table: Table) -> str:
    """A table's pace: its name where it has one, else its numbers alone."""
    numbers = (table.decision_seconds, table.bank_seconds)
    known = (pace.words for pace in PACES if (pace.decision, pace.bank) == numbers)
    return next(known, f"{table.decision_seconds}+{table.bank_seconds}")
