"""Gouji's status line and results."""

from typing import Any, Final

from games.engine.core.views import View
from games.play.present import DueShow, Loaded, PlaceShow, ResultShow, Status, short_name
from games.play.screens.common import deadline_of, names_of
from games.play.screens.gouji.terms import DUES, PLACES, POINTS

SIDES: Final = ("蓝方", "红方")


def status_of(loaded: Loaded, view: View) -> Status:
    """Which deal, whose turn, the score."""
    public = view.public
    deadline, seconds, bank = deadline_of(loaded)
    return Status(
        title=f"第 {max(public.deal, 1)}/{public.games} 局" if public.games > 1 else "够级",
        words=_words(loaded, public),
        scores=tuple(map(str, public.scores)) if public.games > 1 else (),
        deadline_ms=deadline,
        seconds=seconds,
        bank=bank,
    )


def _words(loaded: Loaded, public: Any) -> str:  # noqa: ANN401 -- the game's own view
    phase, names = public.phase, [short_name(name) for name in names_of(loaded)]
    who = "、".join(names[seat] for seat in public.to_act[:1])
    if phase == "play":
        return _turn(public, names, who)
    if phase == "charge":
        return (
            f"{who} 打不打第 {public.charge_beaten + 1} 套" if public.charge else f"{who} 冲不冲点"
        )
    if phase == "between":
        return "本局作废，重新发牌" if _is_void(public) else "马上发下一局"
    words = {
        "tribute": "正在进贡",
        "return": f"等 {len(public.to_act)} 家还贡" if len(public.to_act) > 1 else f"等 {who} 还贡",
        "revolution": "有人革命吗",
        "heads": f"{who} 选要头还是无头",
        "opening": "宣点和上班",
        "over": "全场结束" if public.games > 1 else "对局结束",
    }
    return words.get(phase, "发牌")


def _turn(public: Any, names: list[str], who: str) -> str:  # noqa: ANN401
    if public.window == "burn":
        return f"{names[public.top.seat]} 打够级，有人烧吗"
    words = f"轮到 {who} {'发牌' if public.top is None else '上牌'}"
    return words + ("（乱缠）" if public.melee else "")


def _is_void(public: Any) -> bool:  # noqa: ANN401
    return bool(public.deal != (public.last.number if public.last else 0))


def result_of(loaded: Loaded, view: View) -> ResultShow | None:
    """The places and scores of the deal just ended, what it leaves owed, and the match so far."""
    public = view.public
    if public.phase not in {"between", "over"}:
        return None
    total = _row("总分", public.scores) if public.games > 1 else ()
    if _is_void(public):
        words = "不止一家革命，这一局不算，重新发牌。"
        return ResultShow(title="本局作废", words=words, rows=total)
    last, names = public.last, names_of(loaded)
    over = public.phase == "over"
    order = sorted(range(len(names)), key=lambda seat: last.places[seat])
    return ResultShow(
        title=_title(public, over=over),
        words=_verdict(public.scores) if over and total else _deal_words(last),
        places=tuple(_place(last, names, seat) for seat in order),
        rows=(*_row("本局", last.points), *total),
        games=tuple(_game(result) for result in public.results) if len(public.results) > 1 else (),
        dues=tuple(
            DueShow(DUES.get(due.kind, due.kind), names[due.payer], names[due.receiver], due.count)
            for due in last.dues
        ),
    )


def _row(label: str, points: tuple[int, int]) -> tuple[tuple[str, str, str], ...]:
    return ((label, _signed(points[0]), _signed(points[1])),)


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def _game(result: Any) -> str:  # noqa: ANN401
    return f"第 {result.number} 局 {_signed(result.points[0])} : {_signed(result.points[1])}"


def _title(public: Any, *, over: bool) -> str:  # noqa: ANN401
    if over:
        return "全场结果" if public.games > 1 else "对局结果"
    return f"第 {public.last.number} 局结果"


def _deal_words(last: Any) -> str:  # noqa: ANN401
    words = _verdict(last.points)
    return f"{words}，串三户！" if last.sweep else words


def _verdict(points: tuple[int, int]) -> str:
    if points[0] == points[1]:
        return "两边打平"
    return f"{SIDES[points[0] < points[1]]}胜"


def _place(last: Any, names: list[str], seat: int) -> PlaceShow:  # noqa: ANN401
    place = last.places[seat]
    notes = (
        (last.opened[seat], "开点"),
        (last.declared[seat] and not last.opened[seat], "宣点没开"),
        (last.revolted == seat, "革命"),
        (seat in last.stifled, "被闷"),
        (seat in last.burned, "被烧"),
        (seat in getattr(last, "failed", ()), "烧败"),
    )
    return PlaceShow(
        place=PLACES[place],
        name=names[seat],
        team=seat % 2,
        points=None if last.sweep else POINTS[place],
        notes=tuple(words for held, words in notes if held),
    )
