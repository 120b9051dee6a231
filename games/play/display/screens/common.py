"""The parts of a screen that are the same for every game."""

from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.core.cards import RANKS, Cards, each_card
from games.engine.core.game import AnyGame
from games.play.display.card_display import card_face, rank_label
from games.play.display.log_text import name_of, ruleset_name
from games.play.display.screens.waiting import LEAVE, kick_buttons, ready_deadline, waiting_controls
from games.play.display.types import Button, Controls, SeatPanel, Status, Tools
from games.play.display.words import cached_words
from games.play.models import Pause, Table
from games.play.services import clocks
from games.play.state.info import PauseInfo
from games.play.state.table_state import TableState

HINT = Button("hint", gettext_lazy("提示"))
LOW = 10
"""Below this ``CardCountVisibility.LOW`` shows the number of cards."""
AUTO = Button("auto", gettext_lazy("托管"))
TAKE_BACK = Button("unauto", gettext_lazy("我来打"), "main")


def version_text(table_state: TableState) -> str:
    """What the page sends back with an action: the match's id and the version it shows."""
    return (
        f"{table_state.match.id}-{table_state.match.last_prompt_version}"
        if table_state.match
        else "0-0"
    )


def base_seat_panels(table_state: TableState) -> tuple[SeatPanel, ...]:
    """The seats with their holders, before the game adds what they do."""
    sides = table_state.game.meta.sides
    waiting = table_state.match is None or table_state.match.ended_at is not None
    return tuple(
        SeatPanel(
            number=seat.number,
            team=sides.team_of(seat.number),
            name=name_of(seat),
            bot=bool(seat.bot),
            free=seat.is_free,
            reserved_for=seat.reserved_for,
            ready=waiting and seat.ready,
            auto=not waiting and is_auto(table_state, seat.number),
            presence=seat.presence if seat.name else "",
        )
        for seat in table_state.seats
    )


def shown_counts(
    table_state: TableState, seat_panels: tuple[SeatPanel, ...]
) -> tuple[SeatPanel, ...]:
    """The seat panels with only those counts of cards 余牌 that the table shows."""
    if table_state.table.card_count_visibility == Table.CardCountVisibility.ALL:
        return seat_panels
    return tuple(
        replace(panel, count=None) if panel.count is not None and panel.count >= LOW else panel
        for panel in seat_panels
    )


def controls_of(
    table_state: TableState, seat: int | None, buttons: tuple[Button, ...] = (), hint: str = ""
) -> Controls:
    """The viewer's buttons: the game's ``buttons`` and ``hint`` in a match, getting ready and leaving outside of one."""
    live = table_state.match is not None and table_state.match.ended_at is None
    if table_state.table.closed:
        return Controls(hint=_("这张桌子已经散了。"))
    if seat is None:
        free = any(each.is_free for each in table_state.seats)
        words = _("点一个空位入座。") if free and not live else _("你在旁观。")
        if table_state.behind:
            words = _("你在旁观，画面晚 {seconds} 秒。").format(seconds=table_state.behind)
        return Controls(hint=words)
    if live and table_state.pause is not None:
        return Controls(hint=_("牌局暂停中，恢复以后再出牌，时间不会少。"))
    if live and is_auto(table_state, seat):
        return Controls(buttons=worded(TAKE_BACK), hint=_("托管中：机器人替你打。"))
    if live:
        return Controls(buttons=worded(*buttons), hint=hint, asks=bool(buttons))
    waiting, words, late = waiting_controls(table_state, seat)
    return Controls(buttons=worded(*waiting), hint=words, asks=late)


def tools_of(
    table_state: TableState, seat: int | None, buttons: tuple[Button, ...] = (), note: str = ""
) -> Tools:
    """What is at hand at any time: in a match the game's own ``buttons``, autoplay and leaving; always the rules."""
    live = table_state.match is not None and table_state.match.ended_at is None
    own = (LEAVE,) if seat is None or is_auto(table_state, seat) else (AUTO, LEAVE)
    at_hand = (*buttons, *own) if live else ()
    general = _general_tools(
        table_state.game,
        table_state.table.code,
        table_state.match.commitment
        if table_state.match and live
        else table_state.table.commitment,
        at_hand if seat is not None else (),
    )
    # The case of nearly every move, and one value for all of them.
    if live and not note:
        return general
    return replace(
        general,
        note=note,
        kicks=() if live or seat is None else kick_buttons(table_state, seat),
        running=live,
        salted=_is_asked_for_salt(table_state, seat),
        replay=table_state.match.id
        if table_state.match and not live and not table_state.table.closed
        else 0,
    )


@cached_words(1024)
def _general_tools(game: AnyGame, code: str, commitment: str, buttons: tuple[Button, ...]) -> Tools:
    """The tools in a match without a note: the same at every move, so they are cached."""
    return Tools(
        buttons=worded(*buttons),
        ruleset=str(game.ruleset),
        rules=ruleset_name(game),
        code=code,
        commitment=commitment,
        running=True,
    )


def _is_asked_for_salt(table_state: TableState, seat: int | None) -> bool:
    live = table_state.match is not None and table_state.match.ended_at is None
    return seat is not None and not (
        live or table_state.table.closed or table_state.seats[seat].ready
    )


def worded(*buttons: Button) -> tuple[Button, ...]:
    """Buttons with their labels in the active language."""
    # A lazy label is not the same value in every language, and parts are cached by value.
    return tuple(
        button
        if isinstance(button.label, str)
        else Button(button.value, str(button.label), button.kind, button.cards)
        for button in buttons
    )


def is_auto(table_state: TableState, seat: int) -> bool:
    """Whether a bot plays for the person in this seat."""
    return table_state.match is not None and table_state.match.auto[seat]


def deadline_of(table_state: TableState) -> tuple[int, int, int]:
    """The deadline of the present decision, or of getting ready, in ms since 1970 (0 for none), and how many seconds of it
    are the limit, and how many the bank of the seat to act.
    """
    match = table_state.match
    if match is None or match.deadline is None:
        return *ready_deadline(table_state), 0
    pace, to_act = (
        table_state.game.pace(table_state.state),
        table_state.game.to_act(table_state.state),
    )
    length = match.deadline - match.phase_began_at
    seat = clocks.banker(pace, to_act)
    bank = match.banks[seat] / 1000 if seat is not None else 0.0
    limit = round(length.total_seconds() - bank)
    return int(match.deadline.timestamp() * 1000), limit, round(bank)


PAUSED = {
    Pause.Reason.REFEREE: gettext_lazy("裁判暂停了牌局"),
    Pause.Reason.ORGANISER: gettext_lazy("主办方暂停了牌局"),
}


def stopped(status: Status, pause: PauseInfo | None) -> Status:
    """The line above the table during a pause: why, by whom, and no countdown. Without one, ``status`` as it is."""
    if pause is None:
        return status
    words = str(PAUSED[pause.reason])
    if pause.by:
        words = _("{why}（{name}）").format(why=words, name=pause.by)
    return replace(status, words=words, deadline_ms=0)


def names_of(table_state: TableState) -> list[str]:
    """The names of all seats, in order."""
    return [name_of(seat) for seat in table_state.seats]


@cached_words(1024)
def cards_in_words(cards: Cards) -> str:
    """Cards with their suits, high ones first.

    >>> from games.engine.core.cards import take_all
    >>> cards_in_words(take_all("BTH"))
    '大王 ♥10'
    """
    shown = sorted(each_card(cards), reverse=True)
    return " ".join(card_face(number).sign + rank_label(RANKS[number >> 4]) for number in shown)


@cached_words(1024)
def ranks_in_words(cards: Cards) -> str:
    """Cards without their suits, counted by rank.

    >>> from games.engine.core.cards import take_all
    >>> ranks_in_words(take_all("BKKK"))
    '大王 + 3 张 K'
    """
    counts: dict[int, int] = {}
    for number in sorted(each_card(cards), reverse=True):
        counts[number >> 4] = counts.get(number >> 4, 0) + 1
    return " + ".join(_rank_in_words(rank, count) for rank, count in counts.items())


def _rank_in_words(rank: int, count: int) -> str:
    label = rank_label(RANKS[rank])
    return label if count == 1 else _("{count} 张 {rank}").format(count=count, rank=label)
