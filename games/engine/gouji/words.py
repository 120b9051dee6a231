"""The words of Gouji: why a move is refused, and what happened, in Chinese and English."""

from typing import Any, Final

from games.engine.core.cards import write_ranks
from games.engine.core.events import Event
from games.engine.core.options import Text

from . import events

REFUSALS: Final[dict[str, Text]] = {
    "game": Text("没有这种游戏: {key}", "There is no such game: {key}"),
    "preset": Text("没有这套规则: {key}", "There is no such preset: {key}"),
    "option": Text("没有这个选项: {key}", "There is no such option: {key}"),
    "value": Text("选项 {key} 不能是 {value}", "The option {key} cannot be {value}"),
    "ruleset": Text("看不懂的规则: {text}", "Not a ruleset: {text}"),
    "action": Text("看不懂的动作: {text}", "Not an action: {text}"),
    "cards": Text("看不懂的牌: {text}", "Not cards: {text}"),
    "not_in_hand": Text("手里没有这些牌", "Those cards are not in your hand"),
    "not_now": Text("现在不能这样做", "That cannot be done now"),
    "not_your_turn": Text(
        "还没轮到你: 上牌和过牌按逆时针轮流", "It is not your turn: seats answer in playing order"
    ),
    "out": Text("你已经走科, 本局不再出牌", "You are out and play no more in this game"),
    "passed": Text(
        "过牌后只能上对头的牌", "After passing you may only beat a play of your opposite"
    ),
    "gouji_head_only": Text(
        "够级牌只有对头和无头的人可以上",
        "Only the opposite and headless players may answer a gouji play",
    ),
    "no_cards": Text("请先选牌", "Choose cards first"),
    "one_rank": Text(
        "一手牌只能有一种点数, 另可贴2、挂花",
        "A play has cards of one rank, with 2s attached and jokers hung on",
    ),
    "wrong_count": Text(
        "张数不对: 要出 {count} 张", "The number of cards is wrong: it takes {count}"
    ),
    "too_low": Text(
        "管不上: 每一张都要比对应的那张大",
        "Too low: every card must be higher than the one it meets",
    ),
    "big_joker_unmet": Text("大花没有牌能管", "Nothing beats a big joker"),
    "lead_must": Text("轮到你发牌, 不能过牌或让牌", "You lead: you cannot pass or yield"),
    "yield_melee": Text("四户乱缠时没有让牌", "There is no yielding in the melee"),
    "yield_opposite_only": Text(
        "只能对对头的牌让牌", "You may yield only on a play of your opposite"
    ),
    "yield_gouji": Text("够级牌不能让牌", "There is no yielding on a gouji play"),
    "yield_once": Text("一轮里只能让牌一次", "You may yield only once in a trick"),
    "yield_nobody_after": Text(
        "后面没有人可以上牌, 不能让牌", "Nobody after you may still answer, so there is no yielding"
    ),
    "done": Text("你已经选定, 等其他人", "You have chosen; wait for the others"),
    "declared": Text("你已经宣点", "You have already declared"),
    "shown": Text("你已经亮过牌", "You have already shown cards"),
    "show_rank": Text("上班要亮3", "Threes are shown for the lead"),
    "show_two": Text("上班要亮同花色的两张以上", "Showing takes two or more of one suit"),
    "show_not_asked": Text("这一局不用上班", "In this game the lead is not shown for"),
    "bad_deal": Text("发牌不是完整的四副牌", "The deal is not four full decks"),
}


def refusal(code: str, params: dict[str, Any]) -> Text:
    """The sentence of a refusal in both languages, naming the rule.

    >>> refusal("wrong_count", {"count": 3}).zh
    '张数不对: 要出 3 张'
    """
    sentence = REFUSALS[code]
    return Text(sentence.zh.format(**params), sentence.en.format(**params))


def tell(event: Event) -> Text | None:
    """An event as a line of the log, seats written ``{0}`` to ``{5}``; None: not told."""
    match event:
        case events.DealBegan(number=number):
            return Text(f"第 {number} 局发牌", f"Game {number} is dealt")
        case events.Shown(seat=seat, cards=cards):
            shown = write_ranks(cards)
            return _line(seat, f"上班: 亮 {shown}", f"shows {shown} for the lead")
        case events.LeadGiven(seat=seat, by=by):
            return _line(seat, f"先发牌 ({_LEAD_BY[by].zh})", f"leads first ({_LEAD_BY[by].en})")
        case events.Played():
            return _played(event)
        case events.WentOut(seat=seat, order=order):
            return _line(seat, f"走科 (第 {order} 个)", f"goes out (number {order})")
        case events.TrickWon(seat=seat, leader=leader):
            return _won(seat, leader)
        case events.MeleeBegan():
            return Text("四户乱缠开始", "The melee begins")
        case events.DealEnded():
            return _ended(event)
        case events.MatchEnded(scores=scores, winner=winner):
            return _match_ended(scores, winner)
    return _short(event)


_LEAD_BY: Final = {
    "show": Text("上班", "by showing"),
    "drawn": Text("抽签", "drawn"),
    "last_place": Text("上局大落", "last place in the game before"),
    "first_place": Text("上局头科", "first place in the game before"),
}
_SHORT: Final[dict[type[Event], Text]] = {
    events.Declared: Text("宣点", "declares"),
    events.Passed: Text("过牌", "passes"),
    events.Yielded: Text("让牌", "yields"),
    events.BecameHeadless: Text("无头了", "is headless now"),
    events.Opened: Text("开点", "opens"),
}
_PLACES: Final = ("", "头科", "二科", "三科", "四科", "二落", "大落")


def _line(seat: int, zh: str, en: str) -> Text:
    return Text(f"{{{seat}}} {zh}", f"{{{seat}}} {en}")


def _short(event: Event) -> Text | None:
    said = _SHORT.get(type(event))
    if said is None:
        return None
    seat: int = event.seat  # type: ignore[attr-defined]
    return _line(seat, said.zh, said.en)


def _played(event: events.Played) -> Text:
    cards = write_ranks(event.cards)
    zh, en = ("发牌", "leads") if event.leads else ("上牌", "answers")
    if event.dead:
        return _line(event.seat, f"{zh} {cards} 够死级", f"{en} {cards}, a dead gouji play")
    if event.gouji:
        return _line(event.seat, f"{zh} {cards} 够级", f"{en} {cards}, a gouji play")
    return _line(event.seat, f"{zh} {cards}", f"{en} {cards}")


def _won(seat: int, leader: int) -> Text:
    if seat == leader:
        return _line(seat, "得出牌权", "wins the trick")
    return Text(
        f"{{{seat}}} 已走科, {{{leader}}} 接着发牌", f"{{{seat}}} is out, {{{leader}}} leads"
    )


def _ended(event: events.DealEnded) -> Text:
    order = sorted(range(len(event.places)), key=lambda seat: event.places[seat])
    zh = " ".join(f"{_PLACES[event.places[seat]]} {{{seat}}}" for seat in order)
    en = ", ".join(f"{event.places[seat]}. {{{seat}}}" for seat in order)
    ours, theirs = event.points
    sweep = ("串三户! ", "A sweep! ") if event.sweep else ("", "")
    return Text(
        f"{sweep[0]}第 {event.number} 局: {zh} · {ours:+d} : {theirs:+d}",
        f"{sweep[1]}Game {event.number}: {en} · {ours:+d} : {theirs:+d}",
    )


def _match_ended(scores: tuple[int, int], winner: int | None) -> Text:
    total = f"{scores[0]:+d} : {scores[1]:+d}"
    if winner is None:
        return Text(f"全场结束, 平局 {total}", f"The match ends in a draw, {total}")
    seats = "、".join(f"{{{seat}}}" for seat in range(winner, 6, 2))
    names = ", ".join(f"{{{seat}}}" for seat in range(winner, 6, 2))
    return Text(f"全场结束, {seats} 获胜 {total}", f"The match ends, {names} win, {total}")
