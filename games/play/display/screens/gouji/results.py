"""Gouji's status line and results."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.engine.core.views import View
from games.engine.gouji.public import PhaseName, Public
from games.engine.gouji.results import DealResult
from games.engine.gouji.scoring import PLACE_POINTS
from games.engine.gouji.seats import SIDES
from games.play.display.log_text import short_name
from games.play.display.screens.common import deadline_of, names_of
from games.play.display.screens.gouji.terms import DUES, PLACES
from games.play.display.types import DueRow, PlaceRow, ResultPanel, Status
from games.play.state.table_state import TableState

WINNERS: Final = (gettext_noop("蓝方胜"), gettext_noop("红方胜"))


def status_of(table_state: TableState, view: View[Public]) -> Status:
    """Which deal, whose turn, the score."""
    public = view.public
    deadline, seconds, bank = deadline_of(table_state)
    return Status(
        title=_title_of(public),
        words=_words(table_state, public),
        scores=tuple(map(str, public.scores)) if public.games > 1 else (),
        deadline_ms=deadline,
        seconds=seconds,
        bank=bank,
    )


def _title_of(public: Public) -> str:
    if public.games == 1:
        return _("够级")
    return _("第 {number}/{games} 局").format(number=max(public.deal, 1), games=public.games)


def _words(table_state: TableState, public: Public) -> str:
    phase, names = public.phase, [short_name(name) for name in names_of(table_state)]
    who = names[public.to_act[0]] if public.to_act and public.to_act[0] >= 0 else ""
    if phase == PhaseName.PLAY:
        return _turn(public, names, who)
    if phase == PhaseName.CHARGE:
        prompt = _("{name} 打不打第 {number} 套") if public.charge else _("{name} 冲不冲点")
        return prompt.format(name=who, number=public.charge_beaten + 1)
    if phase == PhaseName.BETWEEN:
        return _("本局作废，重新发牌") if _is_void(public) else _("马上发下一局")
    words = {
        PhaseName.TRIBUTE: _("正在进贡"),
        PhaseName.RETURN: _("等 {count} 家还贡") if len(public.to_act) > 1 else _("等 {name} 还贡"),
        PhaseName.REVOLUTION: _("有人革命吗"),
        PhaseName.HEADS: _("{name} 选要头还是无头"),
        PhaseName.OPENING: _("宣点和上班"),
        PhaseName.OVER: _("全场结束") if public.games > 1 else _("对局结束"),
    }
    return words.get(phase, _("正在发牌")).format(name=who, count=len(public.to_act))


def _turn(public: Public, names: list[str], who: str) -> str:
    if public.window == "burn" and public.top is not None:
        return _("{name} 打够级，有人烧吗").format(name=names[public.top.seat])
    words = _("轮到 {name} 发牌") if public.top is None else _("轮到 {name} 上牌")
    if public.melee:
        words = _("{words}（乱缠）").format(words=words)
    return words.format(name=who)


def _is_void(public: Public) -> bool:
    # A void deal leaves no result, so the last result is that of an earlier one.
    return bool(public.deal != (public.last.number if public.last else 0))


def result_of(table_state: TableState, view: View[Public]) -> ResultPanel | None:
    """The result of the deal that has just ended: places, points, tribute owed, and the match so far; None while one is
    played.
    """
    public = view.public
    if public.phase not in {PhaseName.BETWEEN, PhaseName.OVER}:
        return None
    total = _row(_("总分"), public.scores) if public.games > 1 else ()
    last, names = public.last, names_of(table_state)
    if last is None or _is_void(public):
        words = _("不止一家革命，这一局不算，重新发牌。")
        return ResultPanel(title=_("本局作废"), words=words, rows=total)
    over = public.phase == PhaseName.OVER
    order = sorted(range(len(names)), key=lambda seat: last.places[seat])
    return ResultPanel(
        title=_title(public, last, over=over),
        words=_verdict(public.scores) if over and total else _deal_words(last),
        places=tuple(_place(last, names, seat) for seat in order),
        rows=(*_row(_("本局"), last.points), *total),
        games=tuple(_game(result) for result in public.results) if len(public.results) > 1 else (),
        dues=tuple(
            DueRow(
                _(DUES.get(due.kind, due.kind)), names[due.payer], names[due.receiver], due.count
            )
            for due in last.dues
        ),
    )


def _row(label: str, points: tuple[int, int]) -> tuple[tuple[str, str, str], ...]:
    return ((label, _signed(points[0]), _signed(points[1])),)


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def _game(result: DealResult) -> str:
    points = f"{_signed(result.points[0])} : {_signed(result.points[1])}"
    return _("第 {number} 局 {points}").format(number=result.number, points=points)


def _title(public: Public, last: DealResult, *, over: bool) -> str:
    if over:
        return _("全场结果") if public.games > 1 else _("对局结果")
    return _("第 {number} 局结果").format(number=last.number)


def _deal_words(last: DealResult) -> str:
    words = _verdict(last.points)
    return _("{words}，串三户！").format(words=words) if last.sweep else words


def _verdict(points: tuple[int, int]) -> str:
    if points[0] == points[1]:
        return _("两边打平")
    return _(WINNERS[points[0] < points[1]])


def _place(last: DealResult, names: list[str], seat: int) -> PlaceRow:
    place = last.places[seat]
    notes = (
        (last.opened[seat], _("开点")),
        (last.declared[seat] and not last.opened[seat], _("宣点没开")),
        (last.revolted == seat, _("革命")),
        (seat in last.stifled, _("被闷")),
        (seat in last.burned, _("被烧")),
    )
    return PlaceRow(
        place=_(PLACES[place]),
        name=names[seat],
        team=SIDES.team_of(seat),
        points=None if last.sweep else PLACE_POINTS[place],
        notes=tuple(words for held, words in notes if held),
    )
