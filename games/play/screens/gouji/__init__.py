"""Gouji on the screen."""

from typing import Final

from games.engine.core.views import View
from games.play.present import Button, Loaded, ResultShow, SeatShow, Status
from games.play.screens.gouji.choices import buttons_of
from games.play.screens.gouji.hints import hint_of
from games.play.screens.gouji.plates import plates_of
from games.play.screens.gouji.results import result_of, status_of

QUIET: Final = Button("quiet", "别问我烧牌")
UNQUIET: Final = Button("unquiet", "烧牌要问我")


class GoujiScreen:
    """The words and marks of Gouji."""

    def seats(self, plates: tuple[SeatShow, ...], view: View) -> tuple[SeatShow, ...]:
        """Counts, badges, and what each seat has laid or said in this trick."""
        return plates_of(plates, view)

    def status(self, loaded: Loaded, view: View) -> Status:
        """Which deal, whose turn, the score."""
        return status_of(loaded, view)

    def result(self, loaded: Loaded, view: View) -> ResultShow | None:
        """The places and scores of the deal just ended."""
        return result_of(loaded, view)

    def buttons(self, loaded: Loaded, view: View) -> tuple[tuple[Button, ...], str]:
        """The buttons of this moment, and what to do."""
        return buttons_of(view), hint_of(loaded, view)

    def switches(self, loaded: Loaded, seat: int) -> tuple[Button, ...]:
        """Whether the seat is asked to burn at all."""
        return (UNQUIET if getattr(loaded.seats[seat], "quiet", False) else QUIET,)


SCREEN: Final = GoujiScreen()
