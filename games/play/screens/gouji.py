"""Gouji on the screen."""

from dataclasses import replace
from typing import Any, Final

from games.engine.core.views import Choice, View
from games.play.present import (
    Button,
    Loaded,
    PlaceShow,
    ResultShow,
    SeatShow,
    Status,
    faces,
)
from games.play.screens.common import deadline_of, names_of

PLACES: Final = ("", "头科", "二科", "三科", "四科", "二落", "大落")
SAID: Final = {"pass": "过", "yield": "让"}
LABELS: Final = {
    "play": "出牌",
    "pass": "过牌",
    "yield": "让牌",
    "declare": "宣点",
    "done": "不亮了",
}
SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
POINTS: Final = (0, 4, 2, 0, 0, -2, -4)


class GoujiScreen:
    """The words and marks of Gouji."""

    def seats(self, plates: tuple[SeatShow, ...], view: View) -> tuple[SeatShow, ...]:
        """Counts, badges, and what each seat has laid or said in this trick."""
        public = view.public
        latest = {laid.seat: laid for laid in public.trick}
        return tuple(self._seat(plate, public, latest.get(plate.number)) for plate in plates)

    def _seat(self, plate: SeatShow, public: Any, laid: Any) -> SeatShow:  # noqa: ANN401
        number = plate.number
        playing = public.phase in {"opening", "play"}
        shown = faces(public.shown[number]) if public.phase == "opening" else ()
        played = laid is not None and laid.kind == "play"
        return replace(
            plate,
            count=public.counts[number] if playing else None,
            acting=number in public.to_act and public.phase == "play",
            badges=_badges(public, number),
            place=_place(public, number),
            said="" if laid is None or played else SAID.get(laid.kind, ""),
            laid=faces(laid.cards) if played else shown,
            on_top=played and public.top is not None and public.top.seat == number,
        )

    def status(self, loaded: Loaded, view: View) -> Status:
        """Which deal, whose turn, the score."""
        public = view.public
        deadline, seconds = deadline_of(loaded)
        return Status(
            title=f"第 {public.deal}/{public.games} 局" if public.games > 1 else "够级",
            words=_status_words(loaded, public),
            scores=tuple(public.scores) if public.games > 1 else (),
            deadline_ms=deadline,
            seconds=seconds,
        )

    def result(self, loaded: Loaded, view: View) -> ResultShow | None:
        """The places and scores of the deal just ended."""
        public = view.public
        if public.phase not in {"between", "over"} or public.last is None:
            return None
        last, names = public.last, names_of(loaded)
        order = sorted(range(len(names)), key=lambda seat: last.places[seat])
        places = tuple(
            PlaceShow(
                place=PLACES[last.places[seat]],
                name=names[seat],
                team=seat % 2,
                points=POINTS[last.places[seat]],
                notes="开点" if public.opened[seat] else "",
            )
            for seat in order
        )
        return ResultShow(
            title="本局结果" if public.phase == "between" else "对局结束",
            words=_result_words(last),
            places=places,
            scores=tuple(public.scores),
        )

    def buttons(self, view: View) -> tuple[tuple[Button, ...], str]:
        """The buttons of this moment, and what to do."""
        own = view.own
        if own is None:
            return (), ""
        made = tuple(button for choice in own.choices for button in _buttons(choice))
        return made, _hint(view)


def _buttons(choice: Choice) -> tuple[Button, ...]:
    if choice.picks:
        return tuple(Button(pick, _pick_label(pick), "main") for pick in choice.picks)
    label = LABELS.get(choice.verb, choice.verb)
    kind = "main" if choice.cards else "plain"
    return (Button(choice.verb, label, kind, choice.cards),)


def _pick_label(pick: str) -> str:
    verb, _, rest = pick.partition(" ")
    if verb == "show" and len(rest) == 2:
        return f"亮{SUITS.get(rest[1], '')}{rest[0]}上班"
    return LABELS.get(verb, pick)


def _hint(view: View) -> str:
    own, public = view.own, view.public
    if own is None or not own.choices:
        return ""
    if public.phase == "opening":
        return "宣点：声明自己要开点；上班：亮同花色的牌争先出。"
    if any(choice.verb == "pass" for choice in own.choices):
        return f"上牌要 {public.top.cards.bit_count()} 张，点数更大。" if public.top else ""
    return "轮到你发牌。"


def _badges(public: Any, number: int) -> tuple[str, ...]:  # noqa: ANN401 -- the game's own view
    marks = (
        (public.declared[number], "宣点"),
        (public.opened[number], "开点"),
        (public.headless[number], "无头"),
    )
    return tuple(words for held, words in marks if held)


def _place(public: Any, number: int) -> str:  # noqa: ANN401 -- the game's own view
    if public.places[number]:
        return PLACES[public.places[number]]
    if public.phase == "play" and number in public.finished:
        return PLACES[public.finished.index(number) + 1]
    return ""


def _status_words(loaded: Loaded, public: Any) -> str:  # noqa: ANN401 -- the game's own view
    if public.phase == "opening":
        return "宣点和上班"
    if public.phase == "between":
        return "马上发下一局"
    if public.phase == "over":
        return "对局结束"
    if public.phase == "play" and public.to_act:
        names = names_of(loaded)
        who = "、".join(names[seat] for seat in public.to_act)
        act = "出牌" if public.top is None else "上牌"
        return f"{who} {act}" + ("（乱缠）" if public.melee else "")
    return "发牌"


def _result_words(last: Any) -> str:  # noqa: ANN401 -- the game's own view
    ours, theirs = last.points[0], last.points[1]
    if ours == theirs:
        return "两个联邦打平"
    words = "蓝方胜" if ours > theirs else "红方胜"
    return words + ("，串三户！" if last.sweep else "")


SCREEN: Final = GoujiScreen()
