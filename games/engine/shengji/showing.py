"""Showing 亮主 in single-deck Shengji: the first level card shown stands for good (shengji §3)."""

from games.engine.core.actions import Seat
from games.engine.core.cards import Cards, card
from games.engine.core.events import Event
from games.engine.levels.actions import Show
from games.engine.levels.drawing import Drawing
from games.engine.levels.match import ShowSeen
from games.engine.levels.rules import Survey
from games.engine.levels.seats import NOBODY


class FirstStands:
    """One show a drawing; in deal 1 it takes the deal 抢庄 (``games.engine.levels.rules.Showing``)."""

    def survey(self, drawing: Drawing, tick: int) -> Survey:  # noqa: ARG002 -- nothing changes by the clock
        """The show, if there is one; none may follow."""
        if not drawing.shows:
            return Survey((), dealer=drawing.dealer)
        shown = drawing.shows[0]
        number = shown.cards.bit_length() - 1
        suit = (number >> 2) & 3
        seen = ShowSeen(shown.seat, shown.cards, "stands", suit, number, on_top=True)
        dealer = shown.seat if drawing.dealer == NOBODY else drawing.dealer
        return Survey((seen,), suit, dealer, holds=True, open=False, open_after=False)

    def shows(self, drawing: Drawing, seat: Seat, tick: int) -> tuple[Show, ...]:
        """The level cards that the seat has drawn, while nobody has shown."""
        if drawing.shows:
            return ()
        drawn = drawing.drawn_by(seat, tick)
        level = drawing.level
        return tuple(Show(level, (number >> 2) & 3) for number in drawn if number >> 4 == level)

    def why_not(self, drawing: Drawing, seat: Seat, show: Show, tick: int) -> str:  # noqa: ARG002
        """``show_first_stands``, ``show_level_only`` or ``show_not_held``."""
        if drawing.shows:
            return "show_first_stands"
        return "show_not_held" if show.rank == drawing.level else "show_level_only"

    def cards(self, drawing: Drawing, seat: Seat, show: Show, tick: int) -> tuple[Cards, int]:  # noqa: ARG002
        """The one card of that face."""
        return 1 << card(show.rank, show.suit, 0), -1

    def news(self, before: Survey, after: Survey) -> tuple[Event, ...]:  # noqa: ARG002
        """Nothing."""
        return ()
