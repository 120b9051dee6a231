"""The words of Gouji: why a move is refused, and what happened, in Chinese and English."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar

from games.engine.core.cards import write_ranks
from games.engine.core.errors import Param
from games.engine.core.events import Event, SeatEvent
from games.engine.core.options import Text

from . import events
from .seats import SIDES

E = TypeVar("E", bound=Event)

REFUSALS: Final[dict[str, Text]] = {
    "game": Text("没有这种游戏: {key}", "There is no such game: {key}"),
    "preset": Text("没有这套规则: {key}", "There is no such preset: {key}"),
    "option": Text("没有这个选项: {key}", "There is no such option: {key}"),
    "value": Text("选项 {key} 不能是 {value}", "The option {key} cannot be {value}"),
    "ruleset": Text("看不懂的规则: {text}", "Not a ruleset: {text}"),
    "record": Text("记录第 {line} 行看不懂", "Line {line} of the record cannot be read"),
    "action": Text("看不懂的动作: {text}", "Not an action: {text}"),
    "cards": Text("看不懂的牌: {text}", "Not cards: {text}"),
    "seat": Text(
        "没有 {seat} 号座位: 座位是 0 到 {last}", "There is no seat {seat}: seats are 0 to {last}"
    ),
    "not_in_hand": Text("手里没有这些牌", "Those cards are not in your hand"),
    "not_now": Text("现在不能这样做", "That cannot be done now"),
    "not_your_turn": Text(
        "还没轮到你: 上牌和过牌按逆时针轮流", "It is not your turn: seats answer in playing order"
    ),
    "out": Text("你已经走科, 本局不再出牌", "You are out and play no more in this game"),
    "passed": Text(
        "过牌后只能上对头的牌", "After passing you may only beat a play of your opposite"
    ),
    "passed_melee": Text(
        "乱缠过牌再上已关: 过牌后这一轮不能再上牌",
        "Playing again in the melee is off: whoever has passed waits for the next trick",
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
    "declare_settled": Text(
        "对头已革命, 你的开点已定, 不能宣点",
        "Your opposite revolted: your opening is settled, so there is nothing to declare",
    ),
    "show_rank": Text("上班要亮 {rank}", "The cards to show for the lead are {rank}"),
    "show_two": Text("上班要亮同花色的两张以上", "Showing takes two or more of one suit"),
    "show_not_asked": Text("这一局不用上班", "In this game the lead is not shown for"),
    "threes_last": Text(
        "憋三: 3要留到最后一手, 全部一起出, 不带2和花",
        "Held threes are the last hand: all of them at once, without 2s and jokers",
    ),
    "burners_first": Text("先等烧牌的人决定", "Those who may burn answer first"),
    "burn_or_decline": Text(
        "桌上是够级牌: 你现在可以烧牌或不烧, 不能上牌、过牌或让牌",
        "A gouji play stands: you may burn it or decline, and not play, pass or yield",
    ),
    "burn_not_asked": Text(
        "只有不是对头、有头的人, 在别人打出够级牌时可以烧牌",
        "One may burn only a gouji play that is asked about, not one's opposite's, and with a head",
    ),
    "burn_answered": Text("你已经决定烧不烧, 等其他人", "You have answered; wait for the others"),
    "burn_not_covered": Text(
        "这桌花够才能烧: 烧牌后每一手都要挂花, 最后一手除外",
        "Here a burn must be covered: after it every lead but the last takes a joker",
    ),
    "burn_on_joker": Text(
        "烧牌后每一手都要挂花, 最后一手除外", "After a burn every lead but the last takes a joker"
    ),
    "revolt_hand": Text("有花或有2, 不能革命", "A hand with a joker or a 2 cannot revolt"),
    "revolt_answered": Text("你已经答复, 等其他人", "You have answered; wait for the others"),
    "charge_sets": Text(
        "冲点要三套不带2和花的够级牌", "A charge is three gouji sets without 2s and jokers"
    ),
    "charge_too_low": Text(
        "打冲点要用同样张数、更大的牌", "A set of the charge is beaten by as many higher cards"
    ),
    "return_none": Text("你没有要还的贡", "There is no tribute for you to return"),
    "return_count": Text("要还 {count} 张", "You return {count} cards to this payer"),
    "return_received": Text("刚吃的贡不能还", "A card just received as tribute is not returned"),
    "return_keep_three": Text("憋三要留至少一张3", "With held threes you keep at least one 3"),
    "deal_hands": Text(
        "发牌要写 {hands} 家的手牌, 空格隔开; 这里写了 {count} 家",
        "A deal names {hands} hands, with spaces between; here are {count}",
    ),
    "bad_deal": Text("发牌不是完整的四副牌", "The deal is not four full decks"),
}


def refusal(code: str, params: Mapping[str, Param]) -> Text:
    """The sentence of a refusal in both languages, naming the rule.

    >>> refusal("wrong_count", {"count": 3}).zh
    '张数不对: 要出 3 张'
    """
    sentence = REFUSALS[code]
    return Text(sentence.zh.format(**params), sentence.en.format(**params))


def tell(event: Event) -> Text | None:
    """An event as a line of the log, seats written ``{0}`` to ``{5}``; None: not told."""
    teller = _TELLERS.get(type(event))
    return teller(event) if teller else _short(event)


_GIFTS: Final = {
    "buy": Text("卖给 {to} {count} 张3", "sells {count} × 3 to {to}"),
    "beg": Text("送给 {to} {count} 张3", "gives {count} × 3 to {to}"),
    "stifle": Text("闷贡: 进给 {to} {count} 张", "pays {to} {count} as stifle tribute"),
    "burn": Text("烧贡: 进给 {to} {count} 张", "pays {to} {count} as burn tribute"),
    "open": Text("点贡: 进给 {to} {count} 张", "pays {to} {count} as open tribute"),
    "place": Text("落贡: 进给 {to} {count} 张", "pays {to} {count} as place tribute"),
    "sweep": Text("串三户的贡: 进给 {to} {count} 张", "pays {to} {count} after the sweep"),
    "return": Text("还贡: 还给 {to} {count} 张", "returns {count} to {to}"),
}
_LEAD_BY: Final = {
    "show": Text("上班", "by showing"),
    "drawn": Text("抽签", "drawn"),
    "last_place": Text("上局大落", "last place in the game before"),
    "first_place": Text("上局头科", "first place in the game before"),
}
_SHORT: Final[dict[type[SeatEvent], Text]] = {
    events.Declared: Text("宣点", "declares"),
    events.Passed: Text("过牌", "passes"),
    events.Yielded: Text("让牌", "yields"),
    events.BecameHeadless: Text("无头了", "is headless now"),
    events.Opened: Text("开点", "opens"),
    events.Revolted: Text("革命", "revolts"),
    events.ChargeSettled: Text("算开点", "counts as having opened"),
}
_PLACES: Final = ("", "头科", "二科", "三科", "四科", "二落", "大落")


def _line(seat: int, zh: str, en: str) -> Text:
    return Text(f"{{{seat}}} {zh}", f"{{{seat}}} {en}")


def _short(event: Event) -> Text | None:
    if not isinstance(event, SeatEvent) or type(event) not in _SHORT:
        return None
    said = _SHORT[type(event)]
    return _line(event.seat, said.zh, said.en)


def _names(seats: Iterable[int], between: str) -> str:
    return between.join(f"{{{seat}}}" for seat in seats)


def _begun(event: events.DealBegan) -> Text:
    return Text(f"第 {event.number} 局发牌", f"Game {event.number} is dealt")


def _voided(event: events.DealVoided) -> Text:
    return Text(
        f"{_names(event.seats, '、')} 同时革命, 本局作废",
        f"{_names(event.seats, ', ')} revolt together: the game is void",
    )


def _charged(event: events.Charged) -> Text:
    shown = " ".join(map(write_ranks, event.sets))
    return _line(event.seat, f"冲点: {shown}", f"charges with {shown}")


def _charge_beaten(event: events.ChargeBeaten) -> Text:
    number, cards = event.number, write_ranks(event.cards)
    return _line(event.seat, f"打掉第 {number} 套: {cards}", f"beats set {number} with {cards}")


def _head_chosen(event: events.HeadChosen) -> Text:
    if event.headed:
        return _line(event.seat, "要头", "is headed")
    return _line(event.seat, "无头", "is headless")


def _shown(event: events.Shown) -> Text:
    cards = write_ranks(event.cards)
    return _line(event.seat, f"上班: 亮 {cards}", f"shows {cards} for the lead")


def _lead_given(event: events.LeadGiven) -> Text:
    by = _LEAD_BY[event.by]
    return _line(event.seat, f"先发牌 ({by.zh})", f"leads first ({by.en})")


def _went_out(event: events.WentOut) -> Text:
    return _line(event.seat, f"走科 (第 {event.order} 个)", f"goes out (number {event.order})")


def _burn_ended(event: events.BurnEnded) -> Text:
    seat, by = f"{{{event.seat}}}", f"{{{event.by}}}"
    return Text(f"{by} 解了 {seat} 的烧牌", f"{by} ends the burn of {seat}")


def _burn_succeeded(event: events.BurnSucceeded) -> Text:
    seat, burned = f"{{{event.seat}}}", f"{{{event.burned}}}"
    return Text(f"{seat} 烧成了 {burned}", f"{seat} has burned {burned}")


def _burn_failed(event: events.BurnFailed) -> Text:
    seat, burned = f"{{{event.seat}}}", f"{{{event.burned}}}"
    return Text(f"{seat} 烧 {burned} 失败, 离局", f"{seat} fails to burn {burned} and is out")


def _stifled(event: events.Stifled) -> Text:
    seat, by = f"{{{event.seat}}}", f"{{{event.by}}}"
    return Text(f"{seat} 被 {by} 闷住", f"{seat} is stifled by {by}")


def _melee(event: events.MeleeBegan) -> Text:  # noqa: ARG001 -- it says nothing more
    return Text("四户乱缠开始", "The melee begins")


def _given(event: events.CardsGiven) -> Text:
    words = _GIFTS[event.kind]
    filled = {"to": f"{{{event.receiver}}}", "count": event.count}
    return _line(event.giver, words.zh.format(**filled), words.en.format(**filled))


def _played(event: events.Played) -> Text:
    cards = write_ranks(event.cards)
    zh, en = ("发牌", "leads") if event.leads else ("上牌", "answers")
    if event.burns:
        zh, en = "烧牌", "burns with"
    if event.dead:
        return _line(event.seat, f"{zh} {cards} 够死级", f"{en} {cards}, a dead gouji play")
    if event.gouji:
        return _line(event.seat, f"{zh} {cards} 够级", f"{en} {cards}, a gouji play")
    return _line(event.seat, f"{zh} {cards}", f"{en} {cards}")


def _won(event: events.TrickWon) -> Text:
    seat, leader = event.seat, event.leader
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


def _match_ended(event: events.MatchEnded) -> Text:
    scores, winner = event.scores, event.winner
    total = f"{scores[0]:+d} : {scores[1]:+d}"
    if winner is None:
        return Text(f"全场结束, 平局 {total}", f"The match ends in a draw, {total}")
    seats = SIDES.seats_of(winner)
    return Text(
        f"全场结束, {_names(seats, '、')} 获胜 {total}",
        f"The match ends, {_names(seats, ', ')} win, {total}",
    )


def _teller(kind: type[E], tell: Callable[[E], Text]) -> Callable[[Event], Text]:
    """What tells events of one kind, as what tells any that it is asked for."""

    def told(event: Event) -> Text:
        if not isinstance(event, kind):
            raise TypeError(f"{event} is no {kind.__name__}")
        return tell(event)

    return told


_TELLERS: Final[dict[type[Event], Callable[[Event], Text]]] = {
    events.DealBegan: _teller(events.DealBegan, _begun),
    events.DealVoided: _teller(events.DealVoided, _voided),
    events.CardsGiven: _teller(events.CardsGiven, _given),
    events.Charged: _teller(events.Charged, _charged),
    events.ChargeBeaten: _teller(events.ChargeBeaten, _charge_beaten),
    events.HeadChosen: _teller(events.HeadChosen, _head_chosen),
    events.Shown: _teller(events.Shown, _shown),
    events.LeadGiven: _teller(events.LeadGiven, _lead_given),
    events.Played: _teller(events.Played, _played),
    events.BurnEnded: _teller(events.BurnEnded, _burn_ended),
    events.BurnSucceeded: _teller(events.BurnSucceeded, _burn_succeeded),
    events.BurnFailed: _teller(events.BurnFailed, _burn_failed),
    events.Stifled: _teller(events.Stifled, _stifled),
    events.WentOut: _teller(events.WentOut, _went_out),
    events.TrickWon: _teller(events.TrickWon, _won),
    events.MeleeBegan: _teller(events.MeleeBegan, _melee),
    events.DealEnded: _teller(events.DealEnded, _ended),
    events.MatchEnded: _teller(events.MatchEnded, _match_ended),
}
