"""The Shengji games on the screen: what they share. Each game adds its own words."""

# ruff: noqa: ARG002 -- all screens have the same methods, whether or not one needs every parameter

from django.utils.translation import gettext as _

from games.engine.core.cards import take_all
from games.engine.core.views import View
from games.engine.levels.public import Public
from games.play.display.screens.common import cards_in_words
from games.play.display.screens.cues import Call
from games.play.display.screens.levels.choices import buttons_of, hint_of
from games.play.display.screens.levels.cues import calls_of
from games.play.display.screens.levels.hands import hand_of
from games.play.display.screens.levels.results import result_of, status_of
from games.play.display.screens.levels.seat_panels import seat_panels_of
from games.play.display.types import Button, CardGroup, ResultPanel, SeatPanel, Status
from games.play.state.table_state import TableState


class LevelsScreen:
    """The words and marks of a Shengji game."""

    def seats(
        self, seat_panels: tuple[SeatPanel, ...], view: View[Public]
    ) -> tuple[SeatPanel, ...]:
        """Counts, badges, and what each seat has shown or laid."""
        return seat_panels_of(seat_panels, view)

    def status(self, table_state: TableState, view: View[Public]) -> Status:
        """Trumps, whose turn, the points taken, the levels."""
        return status_of(table_state, view)

    def result(self, table_state: TableState, view: View[Public]) -> ResultPanel | None:
        """What the deal just ended came to, and the kitty."""
        return result_of(view)

    def buttons(
        self, table_state: TableState, view: View[Public]
    ) -> tuple[tuple[Button, ...], str]:
        """The buttons of this moment, and what to do."""
        return buttons_of(view), hint_of(table_state, view)

    def hand(self, table_state: TableState, view: View[Public]) -> tuple[CardGroup, ...]:
        """Trumps first, then suit by suit."""
        return hand_of(table_state, view)

    def tools(self, table_state: TableState, view: View[Public]) -> tuple[tuple[Button, ...], str]:
        """The dealer may look at what was buried."""
        verb, __, cards = view.own.chosen.partition(" ") if view.own else ("", "", "")
        if verb != "bury":
            return (), ""
        return (), _("我扣的底：{cards}").format(cards=cards_in_words(take_all(cards)))

    def calls(self, table_state: TableState, view: View[Public], at: int) -> tuple[Call, ...]:
        """亮主, 反主, 杀, 抠底 and the other calls of the table."""
        return calls_of(table_state, view, at)
