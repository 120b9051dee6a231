"""The status line and results of a Shengji game."""

from typing import Any, Final

from games.engine.core.cards import RANKS, SMALL
from games.engine.core.views import View
from games.engine.levels.seats import side_of
from games.engine.levels.trumps import NO_SUIT
from games.play.present import (
    RANK_LABELS,
    SUIT_CLASSES,
    SUIT_SIGNS,
    Face,
    Loaded,
    ResultShow,
    Status,
    faces,
    short_name,
)
from games.play.screens.common import deadline_of, names_of

SIDES: Final = ("蓝方", "红方")


def level_in_words(level: int) -> str:
    """A level as people say it.

    >>> level_in_words(7)
    '10'
    """
    return RANK_LABELS.get(RANKS[level], RANKS[level])


def status_of(loaded: Loaded, view: View) -> Status:
    """Trumps, whose turn, the points taken, the levels of both sides."""
    public = view.public
    deadline, seconds, bank = deadline_of(loaded)
    return Status(
        title=f"第 {max(public.deal, 1)} 局",
        trump=_trump(public),
        words=_words(loaded, public),
        notes=(f"闲家 {public.points} 分",) if public.phase == "play" else (),
        scores=tuple(level_in_words(level) for level in public.levels),
        deadline_ms=deadline,
        seconds=seconds,
        bank=bank,
    )


def _trump(public: Any) -> Face | None:  # noqa: ANN401 -- the game's own view
    if public.phase in {"waiting", "between", "over"} or public.level >= SMALL:
        return None
    known = public.suit != NO_SUIT
    return Face(
        key="",
        rank=f"主 {level_in_words(public.level)}",
        sign=SUIT_SIGNS[public.suit] if known else "",
        colour=SUIT_CLASSES[public.suit] if known else "n",
    )


def _words(loaded: Loaded, public: Any) -> str:  # noqa: ANN401
    names = [short_name(name) for name in names_of(loaded)]
    who = names[public.to_act[0]] if public.to_act else ""
    if public.phase == "drawing":
        drawn = f"摸牌 {public.drawn}/{public.to_draw}"
        return drawn if public.drawn < public.to_draw else "摸完了，还可以亮主"
    words = {
        "burying": f"等 {who} 扣底",
        "stars": "摘星",
        "play": f"轮到 {who} {'跟牌' if public.trick else '出牌'}",
        "between": "马上发下一局",
        "over": "全场结束",
    }
    return words.get(public.phase, "发牌")


def result_of(view: View) -> ResultShow | None:
    """What the deal just ended came to, where the sides stand, and what lay in the kitty."""
    public = view.public
    last = public.last
    if public.phase not in {"between", "over"} or last is None:
        return None
    over = public.phase == "over"
    dealers, others = SIDES[side_of(last.dealer)], SIDES[1 - side_of(last.dealer)]
    words = f"{others}得 {last.points} 分"
    if last.took_bottom:
        words += f"，抠底 {last.kitty_points} 分在内"
    return ResultShow(
        title=f"{SIDES[public.winner]}打过 A，获胜" if over else f"第 {last.number} 局结果",
        words=f"{words}，{dealers}{'下台' if last.change else '连庄'}",
        rows=(
            ("升级", *(_steps(rise) for rise in last.rises)),  # type: ignore[arg-type]
            ("级别", *(f"打 {level_in_words(level)}" for level in last.levels)),
        ),
        cards=faces(last.kitty),
        cards_label=f"底牌 {last.kitty_points} 分",
    )


def _steps(rise: int) -> str:
    return f"升 {rise} 级" if rise else "不升"
