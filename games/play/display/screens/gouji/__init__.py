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
from games.play.display.screens.gouji.results import result_of, status_of
from games.play.display.screens.gouji.seat_panels import seat_panels_of
from games.play.display.types import Button, CardGroup, ResultPanel, SeatPanel, Status
from games.play.state.table_state import TableState

AUTO_DECLINE: Final = Button("quiet", gettext_lazy("别问我烧牌"))
STOP_AUTO_DECLINE: Final = Button("unquiet", gettext_lazy("烧牌要问我"))


class GoujiScreen:
    """The words and marks of Gouji."""

    def seats(
        self, seat_panels: tuple[SeatPanel, ...], view: View[Public]
    ) -> tuple[SeatPanel, ...]:
        """Counts, badges, and what each seat has laid or said in this trick."""
        return seat_panels_of(seat_panels, view)

    def status(self, table_state: TableState, view: View[Public]) -> Status:
        """Which deal, whose turn, the score."""
        return status_of(table_state, view)

    def result(self, table_state: TableState, view: View[Public]) -> ResultPanel | None:
        """The places and scores of the deal just ended."""
        return result_of(table_state, view)

    def buttons(
        self, table_state: TableState, view: View[Public]
    ) -> tuple[tuple[Button, ...], str]:
        """The buttons of this moment, and what to do."""
        return buttons_of(view), hint_of(table_state, view)

    def hand(self, table_state: TableState, view: View[Public]) -> tuple[CardGroup, ...]:  # noqa: ARG002 -- by rank always
        """The hand by ranks."""
        return groups(view.own.hand, view.own.barred) if view.own else ()

    def tools(self, table_state: TableState, view: View[Public]) -> tuple[tuple[Button, ...], str]:
        """Whether the seat is asked to burn at all."""
        if view.seat is None:
            return (), ""
        return (
            STOP_AUTO_DECLINE if table_state.seats[view.seat].auto_decline else AUTO_DECLINE,
        ), ""

    def calls(self, table_state: TableState, view: View[Public], at: int) -> tuple[Call, ...]:
        """宣点, 开点, 烧牌 and the other calls of the table."""
        return calls_of(table_state, view, at)


SCREEN: Final = GoujiScreen()
