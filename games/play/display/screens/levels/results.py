"""The status line and results of a Shengji game."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.engine.core.cards import RANKS, SMALL
from games.engine.core.views import View
from games.engine.levels.match import DealResult
from games.engine.levels.public import PhaseName, Public
from games.engine.levels.seats import side_of
from games.engine.levels.trumps import NO_SUIT
from games.play.display.card_display import SUIT_CLASSES, SUIT_SIGNS, card_faces, rank_label
from games.play.display.log_text import short_name
from games.play.display.screens.common import deadline_of, names_of
from games.play.display.types import CardFace, ResultPanel, Status
from games.play.state.table_state import TableState

SIDES: Final = (gettext_noop("蓝方"), gettext_noop("红方"))


def level_in_words(level: int) -> str:
    """A level as people say it.

    >>> level_in_words(7)
    '10'
    """
    return rank_label(RANKS[level])


def status_of(table_state: TableState, view: View[Public]) -> Status:
    """Trumps, whose turn, the points taken, the levels of both sides."""
    public = view.public
    deadline, seconds, bank = deadline_of(table_state)
    return Status(
        title=_("第 {number} 局").format(number=max(public.deal, 1)),
        trump=_trump(public),
        words=_words(table_state, public),
        notes=_notes(public),
        scores=tuple(level_in_words(level) for level in public.levels),
        deadline_ms=deadline,
        seconds=seconds,
        bank=bank,
    )


def _notes(public: Public) -> tuple[str, ...]:
    if public.phase != PhaseName.PLAY:
        return ()
    return (_("闲家 {points} 分").format(points=public.points),)


def _trump(public: Public) -> CardFace | None:
    if (
        public.phase in {PhaseName.WAITING, PhaseName.BETWEEN, PhaseName.OVER}
        or public.level >= SMALL
    ):
        return None
    known = public.suit != NO_SUIT
    return CardFace(
        key="",
        rank=_("主 {level}").format(level=level_in_words(public.level)),
        sign=SUIT_SIGNS[public.suit] if known else "",
        colour=SUIT_CLASSES[public.suit] if known else "n",
    )


def _words(table_state: TableState, public: Public) -> str:
    names = [short_name(name) for name in names_of(table_state)]
    who = names[public.to_act[0]] if public.to_act else ""
    if public.phase == PhaseName.DRAWING:
        if public.drawn >= public.to_draw:
            return _("摸完了，还可以亮主")
        return _("摸牌 {drawn}/{all}").format(drawn=public.drawn, all=public.to_draw)
    words = {
        PhaseName.KITTY_EXCHANGE: _("等 {name} 扣底"),
        PhaseName.STARS: _("摘星"),
        PhaseName.PLAY: _("轮到 {name} 跟牌") if public.trick else _("轮到 {name} 出牌"),
        PhaseName.BETWEEN: _("马上发下一局"),
        PhaseName.OVER: _("全场结束"),
    }
    return words.get(public.phase, _("正在发牌")).format(name=who)


def result_of(view: View[Public]) -> ResultPanel | None:
    """The result of the deal that has just ended: points, levels, and the kitty; None while one is played."""
    public = view.public
    last = public.last
    if public.phase not in {PhaseName.BETWEEN, PhaseName.OVER} or last is None:
        return None
    over = public.phase == PhaseName.OVER
    return ResultPanel(
        title=_result_title(last, public.winner if over else None),
        words=_result_words(last),
        rows=(
            (_("升级"), *(_steps(rise) for rise in last.rises)),  # type: ignore[arg-type]
            (
                _("级别"),
                *(_("打 {level}").format(level=level_in_words(level)) for level in last.levels),
            ),
        ),
        cards=card_faces(last.kitty),
        cards_label=_("底牌 {points} 分").format(points=last.kitty_points),
    )


def _result_title(last: DealResult, winner: int | None) -> str:
    if winner is not None:
        return _("{side}打过 A，获胜").format(side=_(SIDES[winner]))
    return _("第 {number} 局结果").format(number=last.number)


def _result_words(last: DealResult) -> str:
    side = side_of(last.dealer)
    got = (
        _("{side}得 {points} 分，抠底 {kitty} 分在内")
        if last.took_bottom
        else _("{side}得 {points} 分")
    ).format(side=_(SIDES[1 - side]), points=last.points, kitty=last.kitty_points)
    then = (_("{side}下台") if last.change else _("{side}连庄")).format(side=_(SIDES[side]))
    return _("{got}，{then}").format(got=got, then=then)


def _steps(rise: int) -> str:
    if not rise:
        return _("不升")
    return ngettext("升 {count} 级", "升 {count} 级", rise).format(count=rise)
