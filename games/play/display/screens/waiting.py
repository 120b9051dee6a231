"""What a player may do at a table with no match under way: get ready, add bots, ask somebody to leave, leave."""

from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.play.display.log_text import name_of, short_name
from games.play.display.types import Button, KickButton
from games.play.services.seating import READY_WITHIN
from games.play.state.table_state import TableState

READY: Final = Button("ready", gettext_lazy("准备"), "main")
NOT_READY: Final = Button("unready", gettext_lazy("取消准备"))
AGAIN: Final = Button("ready", gettext_lazy("再来一局"), "main")
FILL: Final = Button("bots", gettext_lazy("补机器人"))
FILL_NOW: Final = Button("bots", gettext_lazy("补机器人"), "main nudge")
"""The same for a player who is ready: it is animated after they have waited for a while."""
LEAVE: Final = Button("leave", gettext_lazy("离开"))


def waits(table_state: TableState) -> bool:
    """Whether the table is open with no match under way."""
    over = table_state.match is None or table_state.match.ended_at is not None
    return over and not table_state.table.closed


def waiting_controls(table_state: TableState, seat: int) -> tuple[tuple[Button, ...], str, bool]:
    """The buttons of a seat that waits, a hint, and whether the others wait for it."""
    ready = table_state.seats[seat].ready
    free = sum(each.is_free for each in table_state.seats)
    first = NOT_READY if ready else (AGAIN if table_state.match else READY)
    can_fill = any(each.is_free and not each.reserved for each in table_state.seats)
    fill = (FILL_NOW if ready else FILL,) if can_fill else ()
    buttons = (*fill, first) if ready and can_fill else (first, *fill)
    late = not ready and table_state.table.ready_by is not None
    return (*buttons, LEAVE), _hint(table_state, seat, free, can_fill=can_fill), late


def ready_deadline(table_state: TableState) -> tuple[int, int]:
    """By when all must be ready, in ms since 1970, and how many seconds they have in all; 0, 0 where nobody must."""
    by: datetime | None = table_state.table.ready_by
    if by is None or not waits(table_state):
        return 0, 0
    return int(by.timestamp() * 1000), int(READY_WITHIN.total_seconds())


def kick_buttons(table_state: TableState, seat: int) -> tuple[KickButton, ...]:
    """The host's buttons, one for each other holder of a seat; none for others than the host."""
    host = table_state.table.host_id
    if not waits(table_state) or host is None or table_state.seats[seat].user_id != host:
        return ()
    return tuple(
        KickButton(
            each.number,
            each.name,
            _("请离 {name}").format(name=short_name(name_of(each))),
        )
        for each in table_state.seats
        if not each.is_free and each.number != seat
    )


def _hint(table_state: TableState, seat: int, free: int, *, can_fill: bool) -> str:
    ready = table_state.seats[seat].ready
    if free and not can_fill:
        return ngettext("还差 {count} 位，等人入座。", "还差 {count} 位，等人入座。", free).format(
            count=free
        )
    if free and ready:
        return ngettext(
            "还差 {count} 位。再等等人，或补机器人马上开打。",
            "还差 {count} 位。再等等人，或补机器人马上开打。",
            free,
        ).format(count=free)
    if free:
        return ngettext(
            "还差 {count} 位，等人入座或补机器人。",
            "还差 {count} 位，等人入座或补机器人。",
            free,
        ).format(count=free)
    if ready:
        late = (short_name(name_of(each)) for each in table_state.seats if not each.ready)
        return _("等 {names} 准备……").format(names=" ".join(late))
    if all(each.ready for each in table_state.seats if each.number != seat):
        return _("大家都准备好了，只等你。")
    return _("坐齐了，请准备。")
