"""The words of Gouji: why a move is refused, and what happened, as texts to translate."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar

from games.engine.core.actions import Seat
from games.engine.core.cards import write_ranks
from games.engine.core.errors import Param
from games.engine.core.events import Event, SeatEvent
from games.engine.core.texts import Filling, Listed, SeatName, Text, msgid, text

from . import events
from .seats import SIDES

E = TypeVar("E", bound=Event)

REFUSALS: Final = {
    "game": msgid("没有这种游戏：{key}"),
    "preset": msgid("没有这套规则：{key}"),
    "option": msgid("没有这个选项：{key}"),
    "value": msgid("选项 {key} 不能是 {value}"),
    "ruleset": msgid("看不懂的规则：{text}"),
    "record": msgid("记录第 {line} 行看不懂"),
    "action": msgid("看不懂的动作：{text}"),
    "cards": msgid("看不懂的牌：{text}"),
    "seat": msgid("没有 {seat} 号座位：座位是 0 到 {last}"),
    "not_in_hand": msgid("手里没有这些牌"),
    "not_now": msgid("现在不能这样做"),
    "not_your_turn": msgid("还没轮到你：上牌和过牌按逆时针轮流"),
    "out": msgid("你已经走科，本局不再出牌"),
    "passed": msgid("过牌后只能上对头的牌"),
    "passed_melee": msgid("乱缠过牌再上已关：过牌后这一轮不能再上牌"),
    "gouji_head_only": msgid("够级牌只有对头和无头的人可以上"),
    "no_cards": msgid("请先选牌"),
    "one_rank": msgid("一手牌只能有一种点数，另可贴2、挂花"),
    "wrong_count": msgid("张数不对：要出 {count} 张"),
    "too_low": msgid("管不上：每一张都要比对应的那张大"),
    "big_joker_unmet": msgid("大花没有牌能管"),
    "lead_must": msgid("轮到你发牌，不能过牌或让牌"),
    "yield_melee": msgid("四户乱缠时没有让牌"),
    "yield_opposite_only": msgid("只能对对头的牌让牌"),
    "yield_gouji": msgid("够级牌不能让牌"),
    "yield_once": msgid("一轮里只能让牌一次"),
    "yield_nobody_after": msgid("后面没有人可以上牌，不能让牌"),
    "done": msgid("你已经选定，等其他人"),
    "declared": msgid("你已经宣点"),
    "shown": msgid("你已经亮过牌"),
    "declare_settled": msgid("对头已革命，你的开点已定，不能宣点"),
    "show_rank": msgid("上班要亮 {rank}"),
    "show_two": msgid("上班要亮同花色的两张以上"),
    "show_not_asked": msgid("这一局不用上班"),
    "threes_last": msgid("憋三：3要留到最后一手，全部一起出，不带2和花"),
    "burners_first": msgid("先等烧牌的人决定"),
    "burn_or_decline": msgid("桌上是够级牌：你现在可以烧牌或不烧，不能上牌、过牌或让牌"),
    "burn_not_asked": msgid("只有不是对头、有头的人，在别人打出够级牌时可以烧牌"),
    "burn_answered": msgid("你已经决定烧不烧，等其他人"),
    "burn_not_covered": msgid("这桌花够才能烧：烧牌后每一手都要挂花，最后一手除外"),
    "burn_on_joker": msgid("烧牌后每一手都要挂花，最后一手除外"),
    "revolt_hand": msgid("有花或有2，不能革命"),
    "revolt_answered": msgid("你已经答复，等其他人"),
    "charge_sets": msgid("冲点要三套不带2和花的够级牌"),
    "charge_too_low": msgid("打冲点要用同样张数、更大的牌"),
    "return_none": msgid("你没有要还的贡"),
    "return_count": msgid("要还 {count} 张"),
    "return_received": msgid("刚吃的贡不能还"),
    "return_keep_three": msgid("憋三要留至少一张3"),
    "deal_hands": msgid("发牌要写 {hands} 家的手牌，空格隔开；这里写了 {count} 家"),
    "bad_deal": msgid("发牌不是完整的四副牌"),
}


def refusal(code: str, params: Mapping[str, Param]) -> Text:
    """The sentence of a refusal, naming the rule.

    >>> from games.engine.core.texts import chinese
    >>> chinese(refusal("wrong_count", {"count": 3}))
    '张数不对：要出 3 张'
    """
    return Text(REFUSALS[code], tuple(params.items()))


def describe(event: Event) -> Text | None:
    """An event as a line of the log, or None if the log does not tell it."""
    teller = _DESCRIBERS.get(type(event))
    return teller(event) if teller else _short(event)


_GIFTS: Final = {
    "buy": msgid("{giver} 卖给 {to} {count} 张3"),
    "beg": msgid("{giver} 送给 {to} {count} 张3"),
    "stifle": msgid("{giver} 闷贡：进给 {to} {count} 张"),
    "burn": msgid("{giver} 烧贡：进给 {to} {count} 张"),
    "open": msgid("{giver} 点贡：进给 {to} {count} 张"),
    "place": msgid("{giver} 落贡：进给 {to} {count} 张"),
    "sweep": msgid("{giver} 串三户的贡：进给 {to} {count} 张"),
    "return": msgid("{giver} 还贡：还给 {to} {count} 张"),
}
_LEAD_BY: Final = {
    "show": msgid("{seat} 先发牌（上班）"),
    "drawn": msgid("{seat} 先发牌（抽签）"),
    "last_place": msgid("{seat} 先发牌（上局大落）"),
    "first_place": msgid("{seat} 先发牌（上局头科）"),
}
_SHORT: Final[dict[type[SeatEvent], str]] = {
    events.Declared: msgid("{seat} 宣点"),
    events.Passed: msgid("{seat} 过牌"),
    events.Yielded: msgid("{seat} 让牌"),
    events.BecameHeadless: msgid("{seat} 无头了"),
    events.Opened: msgid("{seat} 开点"),
    events.Revolted: msgid("{seat} 革命"),
    events.ChargeSettled: msgid("{seat} 算开点"),
}
_PLACES: Final = (
    *("", msgid("头科 {seat}"), msgid("二科 {seat}"), msgid("三科 {seat}"), msgid("四科 {seat}")),
    *(msgid("二落 {seat}"), msgid("大落 {seat}")),
)
_AND: Final = msgid("、")
_THEN: Final = msgid(" ", "between places")


def _line(message: str, seat: Seat, **params: Filling) -> Text:
    return text(message, seat=SeatName(seat), **params)


def _short(event: Event) -> Text | None:
    if not isinstance(event, SeatEvent) or type(event) not in _SHORT:
        return None
    return _line(_SHORT[type(event)], event.seat)


def _names(seats: Iterable[Seat]) -> Listed:
    return Listed(tuple(map(SeatName, seats)), _AND)


def _begun(event: events.DealBegan) -> Text:
    return text(msgid("第 {number} 局发牌"), number=event.number)


def _voided(event: events.DealVoided) -> Text:
    return text(msgid("{seats} 同时革命，本局作废"), seats=_names(event.seats))


def _charged(event: events.Charged) -> Text:
    sets = " ".join(map(write_ranks, event.sets))
    return _line(msgid("{seat} 冲点：{sets}"), event.seat, sets=sets)


def _charge_beaten(event: events.ChargeBeaten) -> Text:
    message = msgid("{seat} 打掉第 {number} 套：{cards}")
    return _line(message, event.seat, number=event.number, cards=write_ranks(event.cards))


def _head_chosen(event: events.HeadChosen) -> Text:
    message = msgid("{seat} 要头") if event.headed else msgid("{seat} 无头")
    return _line(message, event.seat)


def _shown(event: events.CardsShown) -> Text:
    return _line(msgid("{seat} 上班：亮 {cards}"), event.seat, cards=write_ranks(event.cards))


def _lead_given(event: events.LeadGiven) -> Text:
    return _line(_LEAD_BY[event.by], event.seat)


def _went_out(event: events.WentOut) -> Text:
    return _line(msgid("{seat} 走科（第 {order} 个）"), event.seat, order=event.order)


def _burn_ended(event: events.BurnEnded) -> Text:
    return _line(msgid("{by} 解了 {seat} 的烧牌"), event.seat, by=SeatName(event.by))


def _burn_succeeded(event: events.BurnSucceeded) -> Text:
    return _line(msgid("{seat} 烧成了 {burned}"), event.seat, burned=SeatName(event.burned))


def _burn_failed(event: events.BurnFailed) -> Text:
    return _line(msgid("{seat} 烧 {burned} 失败，离局"), event.seat, burned=SeatName(event.burned))


def _stifled(event: events.Stifled) -> Text:
    return _line(msgid("{seat} 被 {by} 闷住"), event.seat, by=SeatName(event.by))


def _melee(event: events.MeleeBegan) -> Text:  # noqa: ARG001 -- it says nothing more
    return text(msgid("四户乱缠开始"))


def _given(event: events.CardsGiven) -> Text:
    giver, to = SeatName(event.giver), SeatName(event.receiver)
    return text(_GIFTS[event.kind], giver=giver, to=to, count=event.count)


def _played(event: events.Played) -> Text:
    return _line(_play_message(event), event.seat, cards=write_ranks(event.cards))


def _play_message(event: events.Played) -> str:
    # Nine whole sentences and no joined parts: other languages put the words in another order.
    if event.burns:
        said = (
            *(msgid("{seat} 烧牌 {cards}"), msgid("{seat} 烧牌 {cards} 够级")),
            msgid("{seat} 烧牌 {cards} 够死级"),
        )
    elif event.leads:
        said = (
            *(msgid("{seat} 发牌 {cards}"), msgid("{seat} 发牌 {cards} 够级")),
            msgid("{seat} 发牌 {cards} 够死级"),
        )
    else:
        said = (
            *(msgid("{seat} 上牌 {cards}"), msgid("{seat} 上牌 {cards} 够级")),
            msgid("{seat} 上牌 {cards} 够死级"),
        )
    return said[2 if event.dead else 1 if event.gouji else 0]


def _won(event: events.TrickWon) -> Text:
    if event.seat == event.leader:
        return _line(msgid("{seat} 得出牌权"), event.seat)
    return _line(
        msgid("{seat} 已走科，{leader} 接着发牌"), event.seat, leader=SeatName(event.leader)
    )


def _ended(event: events.DealEnded) -> Text:
    order = sorted(range(len(event.places)), key=lambda seat: event.places[seat])
    places = tuple(_line(_PLACES[event.places[seat]], seat) for seat in order)
    sweep = msgid("串三户！第 {number} 局：{places} · {points}")
    message = sweep if event.sweep else msgid("第 {number} 局：{places} · {points}")
    ours, theirs = event.points
    shown = Listed(places, _THEN)
    return text(message, number=event.number, places=shown, points=f"{ours:+d} : {theirs:+d}")


def _match_ended(event: events.MatchEnded) -> Text:
    total = f"{event.scores[0]:+d} : {event.scores[1]:+d}"
    if event.winner is None:
        return text(msgid("全场结束，平局 {total}"), total=total)
    seats = _names(SIDES.seats_of(event.winner))
    return text(msgid("全场结束，{seats} 获胜 {total}"), seats=seats, total=total)


def _describer(kind: type[E], describe: Callable[[E], Text]) -> Callable[[Event], Text]:
    """A function for one kind of event, as one that takes any event and checks the kind."""

    def told(event: Event) -> Text:
        if not isinstance(event, kind):
            raise TypeError(f"{event} is no {kind.__name__}")
        return describe(event)

    return told


_DESCRIBERS: Final[dict[type[Event], Callable[[Event], Text]]] = {
    events.DealBegan: _describer(events.DealBegan, _begun),
    events.DealVoided: _describer(events.DealVoided, _voided),
    events.CardsGiven: _describer(events.CardsGiven, _given),
    events.Charged: _describer(events.Charged, _charged),
    events.ChargeBeaten: _describer(events.ChargeBeaten, _charge_beaten),
    events.HeadChosen: _describer(events.HeadChosen, _head_chosen),
    events.CardsShown: _describer(events.CardsShown, _shown),
    events.LeadGiven: _describer(events.LeadGiven, _lead_given),
    events.Played: _describer(events.Played, _played),
    events.BurnEnded: _describer(events.BurnEnded, _burn_ended),
    events.BurnSucceeded: _describer(events.BurnSucceeded, _burn_succeeded),
    events.BurnFailed: _describer(events.BurnFailed, _burn_failed),
    events.Stifled: _describer(events.Stifled, _stifled),
    events.WentOut: _describer(events.WentOut, _went_out),
    events.TrickWon: _describer(events.TrickWon, _won),
    events.MeleeBegan: _describer(events.MeleeBegan, _melee),
    events.DealEnded: _describer(events.DealEnded, _ended),
    events.MatchEnded: _describer(events.MatchEnded, _match_ended),
}
