"""Screens: what a page shows of a table, with each game's own words. A game's module has the name of its key."""

from importlib import import_module
from typing import Protocol, TypeVar

from django.utils.translation import gettext as _

from games.engine.core.views import AnyPublic, View
from games.play.display.log_text import log_lines
from games.play.display.screens.card_counter import unseen_ranks
from games.play.display.screens.common import (
    base_seat_panels,
    controls_of,
    deadline_of,
    shown_counts,
    stopped,
    tools_of,
    version_text,
)
from games.play.display.screens.cues import Call, newest_cues
from games.play.display.types import (
    Button,
    CardGroup,
    OwnScreen,
    PublicScreen,
    ResultPanel,
    SeatPanel,
    Status,
)
from games.play.display.words import said
from games.play.state.table_state import TableState

P_contra = TypeVar("P_contra", bound=AnyPublic, contravariant=True)


class GameScreen(Protocol[P_contra]):
    """What a game adds to the common screen. ``P_contra`` is the public part of its views."""

    def seats(
        self, seat_panels: tuple[SeatPanel, ...], view: View[P_contra]
    ) -> tuple[SeatPanel, ...]:
        """The seats' panels with counts, badges and what lies before them."""
        ...

    def status(self, table_state: TableState, view: View[P_contra]) -> Status:
        """The line above the table."""
        ...

    def result(self, table_state: TableState, view: View[P_contra]) -> ResultPanel | None:
        """The result to show now, if any."""
        ...

    def buttons(
        self, table_state: TableState, view: View[P_contra]
    ) -> tuple[tuple[Button, ...], str]:
        """The buttons of the viewer's choices, and a hint."""
        ...

    def hand(self, table_state: TableState, view: View[P_contra]) -> tuple[CardGroup, ...]:
        """The viewer's hand as it is sorted."""
        ...

    def tools(
        self, table_state: TableState, view: View[P_contra]
    ) -> tuple[tuple[Button, ...], str]:
        """The buttons for the viewer's own seat, and a note that only they may see."""
        ...

    def calls(self, table_state: TableState, view: View[P_contra], at: int) -> tuple[Call, ...]:
        """What is called out for the public event at index ``at``."""
        ...


def public_screen(table_state: TableState) -> PublicScreen:
    """The part of the screen that all viewers share. It is made from a watcher's view, so it can hold nothing secret."""
    view = table_state.view(None)
    seat_panels = base_seat_panels(table_state)
    if view is None:
        deadline, seconds, _bank = deadline_of(table_state)
        words = _("坐齐了，等大家准备") if deadline else _("等人入座")
        if table_state.broken is not None:
            words = _("这一场的数据坏了，到此为止，不计输赢。")
        title = said(table_state.game.meta.title)
        status = Status(title=title, words=words, deadline_ms=deadline, seconds=seconds)
        return PublicScreen(version=version_text(table_state), seats=seat_panels, status=status)
    game = _game_screen(table_state.game.meta.key)
    return PublicScreen(
        version=version_text(table_state),
        seats=shown_counts(table_state, game.seats(seat_panels, view)),
        status=stopped(game.status(table_state, view), table_state.pause),
        log=log_lines(table_state),
        result=game.result(table_state, view),
        cues=newest_cues(table_state, view, game.calls),
    )


def own_screen(table_state: TableState, seat: int | None) -> OwnScreen:
    """The part of the screen for the holder of ``seat``, or for a watcher where it is None."""
    view = table_state.view(seat) if seat is not None else None
    if seat is None or view is None or view.own is None:
        return OwnScreen(controls=controls_of(table_state, seat), tools=tools_of(table_state, seat))
    game = _game_screen(table_state.game.meta.key)
    buttons, hint = game.buttons(table_state, view)
    return OwnScreen(
        controls=controls_of(table_state, seat, buttons, hint),
        hand=game.hand(table_state, view),
        tools=tools_of(table_state, seat, *game.tools(table_state, view)),
        card_counter=unseen_ranks(table_state, view),
    )


def _game_screen(key: str) -> GameScreen[AnyPublic]:
    # Found by the game's key, so that a new game is one more module and no entry in a list.
    screen: GameScreen[AnyPublic] = import_module(f"games.play.display.screens.{key}").SCREEN
    return screen
