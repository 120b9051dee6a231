"""The words of Shengji games: why a move is refused, and what happened, in Chinese and English."""

from collections.abc import Mapping
from typing import Final

from games.engine.core.cards import RANKS, SMALL, Cards, each_card
from games.engine.core.errors import Param
from games.engine.core.events import Event, SeatEvent
from games.engine.core.options import Text

from . import events
from .seats import SIDES

REFUSALS: Final[dict[str, Text]] = {
    "game": Text("没有这种游戏: {key}", "There is no such game: {key}"),
    "preset": Text("没有这套规则: {key}", "There is no such preset: {key}"),
    "option": Text("没有这个选项: {key}", "There is no such option: {key}"),
    "value": Text("选项 {key} 不能是 {value}", "The option {key} cannot be {value}"),
    "ruleset": Text("看不懂的规则: {text}", "Not a ruleset: {text}"),
    "action": Text("看不懂的动作: {text}", "Not an action: {text}"),
    "cards": Text("看不懂的牌: {text}", "Not cards: {text}"),
    "seat": Text(
        "没有 {seat} 号座位: 座位是 0 到 {last}", "There is no seat {seat}: seats are 0 to {last}"
    ),
    "not_in_hand": Text("手里没有这些牌", "Those cards are not in your hand"),
    "not_now": Text("现在不能这样做", "That cannot be done now"),
    "not_your_turn": Text(
        "还没轮到你: 首家出牌后按逆时针轮流跟牌",
        "It is not your turn: after the lead seats follow in playing order",
    ),
    "no_cards": Text("请先选牌", "Choose cards first"),
    "wrong_count": Text(
        "张数不对: 首家出了 {count} 张, 就要跟 {count} 张",
        "The number of cards is wrong: a follower plays as many as were led, {count}",
    ),
    "follow_suit": Text(
        "有首家的花色必须跟: 这一手要有 {count} 张 (主牌是一门)",
        "You must follow suit as far as you can: {count} of the led suit here (all trumps are one suit)",
    ),
    "declined": Text(
        "你已选定不亮, 这一局不再亮主", "You have declined and show nothing more in this drawing"
    ),
    "show_level_only": Text(
        "亮主只能亮级牌: {card} 不是",
        "Only cards of the level are shown for trumps, and {card} is none",
    ),
    "show_not_held": Text(
        "摸到才能亮: 你还没有摸到 {card}",
        "A card may be shown from the moment you draw it: you have not drawn {card}",
    ),
    "bury_dealer": Text("底牌由庄家扣", "The dealer buries the kitty"),
    "bury_count": Text("要扣 {count} 张底牌", "The kitty takes {count} cards"),
    "bad_deal": Text("发的牌不完整", "The deal is not the whole pack"),
}
SUIT_SIGNS: Final = ("♣", "♦", "♥", "♠")
SUIT_NAMES: Final = (
    Text("梅花", "clubs"),
    Text("方块", "diamonds"),
    Text("红桃", "hearts"),
    Text("黑桃", "spades"),
)
_JOKERS: Final = (Text("小王", "small joker"), Text("大王", "big joker"))


def level_name(level: int) -> str:
    """A level as people say it.

    >>> level_name(7)
    '10'
    """
    return RANKS[level].replace("T", "10")


def spell_card(number: int) -> Text:
    """One card in words."""
    rank, suit = number >> 4, (number >> 2) & 3
    if rank >= SMALL:
        return _JOKERS[rank - SMALL]
    said = SUIT_SIGNS[suit] + level_name(rank)
    return Text(said, said)


def spell(cards: Cards) -> Text:
    """Cards in words, high ones first."""
    said = [spell_card(number) for number in sorted(each_card(cards), reverse=True)]
    return Text(" ".join(each.zh for each in said), " ".join(each.en for each in said))


def refuse(refusals: dict[str, Text], code: str, params: Mapping[str, Param]) -> Text:
    """The sentence of a refusal in both languages, naming the rule.

    >>> refuse(REFUSALS, "bury_count", {"count": 6}).zh
    '要扣 6 张底牌'
    """
    sentence = refusals[code]
    return Text(sentence.zh.format(**params), sentence.en.format(**params))


def line(seat: int, zh: str, en: str) -> Text:
    """A line of the log about one seat, whose name stands where ``{seat}`` is written."""
    return Text(f"{{{seat}}} {zh}", f"{{{seat}}} {en}")


def tell(event: Event) -> Text | None:
    """An event as a line of the log, seats written ``{0}`` to ``{3}``; None: not told."""
    if isinstance(event, SeatEvent) and type(event) in _SHORT:
        short = _SHORT[type(event)]
        return line(event.seat, short.zh, short.en)
    return _of_drawing(event) or _of_play(event)


_SHORT: Final[dict[type[SeatEvent], Text]] = {
    events.ShowLost: Text("亮的王没有定主, 作废", "finds no suit for the jokers shown: lost"),
    events.KittyTaken: Text("收底牌", "takes the kitty"),
    events.Buried: Text("扣好底牌", "has buried the kitty"),
}


def _of_drawing(event: Event) -> Text | None:
    match event:
        case events.DealBegan(number=number, level=level, again=again):
            zh, en = ("重新发牌", "is dealt again") if again else ("开始摸牌", "is drawn")
            name = level_name(level)
            return Text(f"第 {number} 局{zh}, 打 {name}", f"Deal {number} {en}, at level {name}")
        case events.Shown(seat=seat, cards=cards):
            said = spell(cards)
            return line(seat, f"亮 {said.zh}", f"shows {said.en}")
        case events.SuitFixed(seat=seat, card=card):
            said, suit = spell_card(card), SUIT_NAMES[(card >> 2) & 3]
            zh, en = f"摸到 {said.zh}, 定主{suit.zh}", f"draws {said.en}: {suit.en} for trumps"
            return line(seat, zh, en)
        case events.NobodyShowed():
            return Text("无人亮主, 重新发牌", "Nobody showed: all is dealt again")
        case events.TrumpsSet():
            return _trumps(event)
    return None


def _of_play(event: Event) -> Text | None:
    match event:
        case events.ThrowFailed(seat=seat, cards=cards):
            said = spell(cards)
            zh, en = f"甩牌 {said.zh} 失败", f"throws {said.en} in vain"
            return line(seat, f"{zh}, 出最小的", f"{en} and leads the smallest")
        case events.Played(seat=seat, cards=cards, leads=leads):
            said, (zh, en) = spell(cards), ("出", "leads") if leads else ("跟", "plays")
            return line(seat, f"{zh} {said.zh}", f"{en} {said.en}")
        case events.TrickWon():
            return _won(event)
        case events.DealEnded():
            return _ended(event)
        case events.MatchEnded(winner=side):
            zh, en = _pair(side)
            return Text(f"{zh} 打过 A, 获胜", f"{en} hold A and win")
    return None


def _pair(side: int) -> tuple[str, str]:
    """The two seats of a side, in Chinese and in English."""
    one, other = (f"{{{seat}}}" for seat in SIDES.seats_of(side))
    return f"{one}、{other}", f"{one} and {other}"


def _trumps(event: events.TrumpsSet) -> Text:
    suit, name = SUIT_NAMES[event.suit], level_name(event.level)
    by = (
        ("", "")
        if event.card < 0
        else ("无人亮主, 底牌定主: ", "Nobody showed, the kitty decides: ")
    )
    return Text(
        f"{by[0]}{suit.zh}为主, 打 {name}, {{{event.dealer}}} 坐庄",
        f"{by[1]}{suit.en} are trumps at level {name}, {{{event.dealer}}} deals",
    )


def _won(event: events.TrickWon) -> Text:
    if not event.points:
        return line(event.seat, "得本轮", "wins the trick")
    zh, en = ("抓", "takes") if event.kept else ("跑", "saves")
    return line(
        event.seat,
        f"得本轮, {zh} {event.points} 分",
        f"wins the trick and {en} {event.points} points",
    )


def _ended(event: events.DealEnded) -> Text:
    result = event.result
    bottom = ("抠底, ", ", with the kitty") if result.took_bottom else ("", "")
    deal = ("下台", "lose the deal") if result.change else ("连庄", "keep the deal")
    risen = [(*_pair(side), steps) for side, steps in enumerate(result.rises) if steps]
    zh = "; ".join(f"{pair} 升 {steps} 级" for pair, _, steps in risen) or "不升级"
    en = "; ".join(f"{pair} rise by {steps}" for _, pair, steps in risen) or "nobody rises"
    levels, kitty = " : ".join(map(level_name, result.levels)), spell(result.kitty)
    return Text(
        f"第 {result.number} 局: 闲家 {result.points} 分, {bottom[0]}庄家{deal[0]}; {zh}, 打到 {levels}; "
        f"底牌 {kitty.zh}",
        f"Deal {result.number}: {result.points} points against the dealers{bottom[1]}; the dealers {deal[1]}; "
        f"{en}, levels {levels}; the kitty was {kitty.en}",
    )
