"""The words of Shengji games: why a move is refused, and what happened, as texts to translate."""

from collections.abc import Mapping
from typing import Final

from games.engine.core.actions import Seat
from games.engine.core.cards import RANKS, SMALL, Cards, each_card
from games.engine.core.errors import Param
from games.engine.core.events import Event, SeatEvent
from games.engine.core.texts import Filling, Listed, SeatName, Text, msgid, text

from . import events
from .seats import SIDES

REFUSALS: Final = {
    "game": msgid("没有这种游戏：{key}"),
    "preset": msgid("没有这套规则：{key}"),
    "option": msgid("没有这个选项：{key}"),
    "value": msgid("选项 {key} 不能是 {value}"),
    "ruleset": msgid("看不懂的规则：{text}"),
    "action": msgid("看不懂的动作：{text}"),
    "cards": msgid("看不懂的牌：{text}"),
    "seat": msgid("没有 {seat} 号座位：座位是 0 到 {last}"),
    "not_in_hand": msgid("手里没有这些牌"),
    "not_now": msgid("现在不能这样做"),
    "not_your_turn": msgid("还没轮到你：首家出牌后按逆时针轮流跟牌"),
    "no_cards": msgid("请先选牌"),
    "wrong_count": msgid("张数不对：首家出了 {count} 张，就要跟 {count} 张"),
    "follow_suit": msgid("有首家的花色必须跟：这一手要有 {count} 张（主牌是一门）"),
    "declined": msgid("你已选定不亮，这一局不再亮主"),
    "show_level_only": msgid("亮主只能亮级牌：{card} 不是"),
    "show_not_held": msgid("摸到才能亮：你还没有摸到 {card}"),
    "bury_dealer": msgid("底牌由庄家扣"),
    "bury_count": msgid("要扣 {count} 张底牌"),
    "bad_deal": msgid("发的牌不完整"),
}
SUIT_SIGNS: Final = ("♣", "♦", "♥", "♠")
SUIT_NAMES: Final = (
    msgid("梅花"),
    msgid("方块"),
    msgid("红桃"),
    msgid("黑桃"),
)
_JOKERS: Final = (msgid("小王"), msgid("大王"))


def level_name(level: int) -> str:
    """A level as players say it: 10 and not T.

    >>> level_name(7)
    '10'
    """
    return RANKS[level].replace("T", "10")


def spell_card(number: int) -> Text:
    """One card in words."""
    rank, suit = number >> 4, (number >> 2) & 3
    if rank >= SMALL:
        return text(_JOKERS[rank - SMALL])
    return text(_CARD, card=SUIT_SIGNS[suit] + level_name(rank))


def spell(cards: Cards) -> Listed:
    """Cards in words, high ones first."""
    return Listed(tuple(map(spell_card, sorted(each_card(cards), reverse=True))), _NEXT_CARD)


def refuse(refusals: Mapping[str, str], code: str, params: Mapping[str, Param]) -> Text:
    """The sentence of a refusal, naming the rule.

    >>> from games.engine.core.texts import chinese
    >>> chinese(refuse(REFUSALS, "bury_count", {"count": 6}))
    '要扣 6 张底牌'
    """
    return Text(refusals[code], tuple(params.items()))


def describe(event: Event) -> Text | None:
    """An event as a line of the log, or None if the log does not tell it."""
    if isinstance(event, SeatEvent) and type(event) in _SHORT:
        return _line(_SHORT[type(event)], event.seat)
    return _of_drawing(event) or _of_play(event)


_CARD: Final = msgid("{card}", "a card")
_NEXT_CARD: Final = msgid(" ", "between cards")
_NEXT_SIDE: Final = msgid("；")
_SHORT: Final[dict[type[SeatEvent], str]] = {
    events.ShowLost: msgid("{seat} 亮的王没有定主，作废"),
    events.KittyTaken: msgid("{seat} 收底牌"),
    events.Buried: msgid("{seat} 扣好底牌"),
}


def _line(message: str, seat: Seat, **params: Filling) -> Text:
    return text(message, seat=SeatName(seat), **params)


def _of_drawing(event: Event) -> Text | None:
    match event:
        case events.DealBegan():
            return _begun(event)
        case events.TrumpShown(seat=seat, cards=cards):
            return _line(msgid("{seat} 亮 {cards}"), seat, cards=spell(cards))
        case events.SuitFixed(seat=seat, card=card):
            suit = text(SUIT_NAMES[(card >> 2) & 3])
            message = msgid("{seat} 摸到 {card}，定主{suit}")
            return _line(message, seat, card=spell_card(card), suit=suit)
        case events.NobodyShowed():
            return text(msgid("无人亮主，重新发牌"))
        case events.TrumpsSet():
            return _trumps(event)
    return None


def _begun(event: events.DealBegan) -> Text:
    again = msgid("第 {number} 局重新发牌，打 {level}")
    message = again if event.again else msgid("第 {number} 局开始摸牌，打 {level}")
    return text(message, number=event.number, level=level_name(event.level))


def _of_play(event: Event) -> Text | None:
    match event:
        case events.ThrowFailed(seat=seat, cards=cards):
            return _line(msgid("{seat} 甩牌 {cards} 失败，出最小的"), seat, cards=spell(cards))
        case events.Played(seat=seat, cards=cards, leads=leads):
            message = msgid("{seat} 出 {cards}") if leads else msgid("{seat} 跟 {cards}")
            return _line(message, seat, cards=spell(cards))
        case events.TrickWon():
            return _won(event)
        case events.DealEnded():
            return _ended(event)
        case events.MatchEnded(winner=side):
            return text(msgid("{side} 打过 A，获胜"), side=_pair(side))
    return None


def _pair(side: int) -> Text:
    """The two seats of a side."""
    one, other = map(SeatName, SIDES.seats_of(side))
    return text(msgid("{one}、{other}"), one=one, other=other)


def _trumps(event: events.TrumpsSet) -> Text:
    by_kitty = msgid("无人亮主，底牌定主：{suit}为主，打 {level}，{dealer} 坐庄")
    shown = msgid("{suit}为主，打 {level}，{dealer} 坐庄")
    return text(
        shown if event.card < 0 else by_kitty,
        suit=text(SUIT_NAMES[event.suit]),
        level=level_name(event.level),
        dealer=SeatName(event.dealer),
    )


def _won(event: events.TrickWon) -> Text:
    if not event.points:
        return _line(msgid("{seat} 得本轮"), event.seat)
    saved = msgid("{seat} 得本轮，跑 {points} 分")
    message = msgid("{seat} 得本轮，抓 {points} 分") if event.kept else saved
    return _line(message, event.seat, points=event.points)


def _ended(event: events.DealEnded) -> Text:
    result = event.result
    if result.took_bottom:
        dealers = msgid("抠底，庄家下台") if result.change else msgid("抠底，庄家连庄")
    else:
        dealers = msgid("庄家下台") if result.change else msgid("庄家连庄")
    risen = tuple(
        text(msgid("{side} 升 {steps} 级"), side=_pair(side), steps=steps)
        for side, steps in enumerate(result.rises)
        if steps
    )
    return text(
        msgid("第 {number} 局：闲家 {points} 分，{dealers}；{risen}，打到 {levels}；底牌 {kitty}"),
        number=result.number,
        points=result.points,
        dealers=text(dealers),
        risen=Listed(risen, _NEXT_SIDE) if risen else text(msgid("不升级")),
        levels=" : ".join(map(level_name, result.levels)),
        kitty=spell(result.kitty),
    )
