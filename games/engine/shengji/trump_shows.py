"""Showing 亮主 in single-deck Shengji: the first level card shown stands for good (shengji §3)."""

# ruff: noqa: ARG002 -- both games' shows and plays have the same methods, whether or not one needs every parameter

from games.engine.core.actions import Seat
from games.engine.core.cards import Cards, card
from games.engine.core.events import Event
from games.engine.levels.actions import Show
from games.engine.levels.draws import Draws
from games.engine.levels.match import ShowStatus
from games.engine.levels.rules import Survey
from games.engine.levels.seats import NOBODY


class FirstStands:
    """One show a drawing; in deal 1 it takes the deal 抢庄 (``games.engine.levels.rules.Showing``)."""

    def survey(self, draws: Draws, tick: int) -> Survey:
        """The one show, if there is one. After it no other may follow."""
        if not draws.shows:
            return Survey((), dealer=draws.dealer)
        shown = draws.shows[0]
        number = shown.cards.bit_length() - 1
        suit = (number >> 2) & 3
        seen = ShowStatus(shown.seat, shown.cards, "stands", suit, number, on_top=True)
        dealer = shown.seat if draws.dealer == NOBODY else draws.dealer
        return Survey((seen,), suit, dealer, holds=True, open=False, open_after=False)

    def shows(self, draws: Draws, seat: Seat, tick: int) -> tuple[Show, ...]:
        """The level cards that the seat has drawn, while nobody has shown."""
        # Two at the same card: the one applied first is already here, and stands (§3).
        if draws.shows:
            return ()
        drawn = draws.drawn_by(seat, tick)
        level = draws.level
        return tuple(Show(level, (number >> 2) & 3) for number in drawn if number >> 4 == level)

    def why_not(self, draws: Draws, seat: Seat, show: Show, tick: int) -> str:
        """``show_first_stands``, ``show_level_only`` or ``show_not_held``."""
        if draws.shows:
            return "show_first_stands"
        return "show_not_held" if show.rank == draws.level else "show_level_only"

    def cards(self, draws: Draws, seat: Seat, show: Show, tick: int) -> tuple[Cards, int]:
        """The one card with that rank and suit: there is a single deck."""
        return 1 << card(show.rank, show.suit, 0), -1

    def news(self, before: Survey, after: Survey) -> tuple[Event, ...]:
        """No events: the clock alone changes nothing."""
        return ()
