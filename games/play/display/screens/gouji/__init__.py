"""Gouji on the screen."""

from typing import Final

from django.utils.translation import gettext_lazy

from games.engine.core.views import View
from games.engine.gouji.public import Public
from games.play.display.card_display import groups
from games.play.display.screens.cues import Call
from games.play.display.screens.gouji.choices import buttons_of
from games.play.display.screens.gouji.cues import calls_of
from games.play.display.screens.gouji.hints import hint_of
from games.play.display.screens.gouji.plates import plates_of
from games.play.display.screens.gouji.results import result_of, status_of
from games.play.display.types import Button, Group, ResultShow, SeatShow, Status
from games.play.state.table_state import TableState

QUIET: Final = Button("quiet", gettext_lazy("别问我烧牌"))
UNQUIET: Final = Button("unquiet", gettext_lazy("烧牌要问我"))


class GoujiScreen:
    """The words and marks of Gouji."""

    def seats(self, plates: tuple[SeatShow, ...], view: View[Public]) -> tuple[SeatShow, ...]:
        """Counts, badges, and what each seat has laid or said in this trick."""
        return plates_of(plates, view)

    def status(self, loaded: TableState, view: View[Public]) -> Status:
        """Which deal, whose turn, the score."""
        return status_of(loaded, view)

    def result(self, loaded: TableState, view: View[Public]) -> ResultShow | None:
        """The places and scores of the deal just ended."""
        return result_of(loaded, view)

    def buttons(self, loaded: TableState, view: View[Public]) -> tuple[tuple[Button, ...], str]:
        """The buttons of this moment, and what to do."""
        return buttons_of(view), hint_of(loaded, view)

    def hand(self, loaded: TableState, view: View[Public]) -> tuple[Group, ...]:  # noqa: ARG002 -- by rank always
        """The hand by ranks."""
        return groups(view.own.hand, view.own.barred) if view.own else ()

    def tools(self, loaded: TableState, view: View[Public]) -> tuple[tuple[Button, ...], str]:
        """Whether the seat is asked to burn at all."""
        if view.seat is None:
            return (), ""
        return (UNQUIET if loaded.seats[view.seat].quiet else QUIET,), ""

    def calls(self, loaded: TableState, view: View[Public], at: int) -> tuple[Call, ...]:
        """宣点, 开点, 烧牌 and the other calls of the table."""
        return calls_of(loaded, view, at)


SCREEN: Final = GoujiScreen()
