"""The time controls that a table may have: seconds for a decision, and a bank beyond them for each deal."""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.play.models import Table


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A time control by its name, in seconds."""

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


TIME_CONTROLS: Final = (
    TimeControl("casual", gettext_lazy("休闲"), 20, 60),
    TimeControl("quick", gettext_lazy("快打"), 10, 30),
    TimeControl("tournament", gettext_lazy("比赛"), 30, 0),
)
BY_KEY: Final = {time_control.key: time_control for time_control in TIME_CONTROLS}


def time_control_in_words(table: Table) -> str:
    """A table's time control: its name where it has one, else its numbers alone."""
    numbers = (table.decision_seconds, table.bank_seconds)
    known = (
        time_control.words
        for time_control in TIME_CONTROLS
        if (time_control.decision, time_control.bank) == numbers
    )
    return next(known, f"{table.decision_seconds}+{table.bank_seconds}")
