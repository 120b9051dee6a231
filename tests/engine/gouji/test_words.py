"""Every refusal has a sentence, every event a line, every option its words."""

import re
from pathlib import Path

import pytest

import games.engine.core
import games.engine.gouji
from games.engine import registry
from games.engine.core.events import Event, PublicEvent, SeatEvent
from games.engine.gouji import events, words
from games.engine.gouji.meta import META
from games.engine.gouji.words import REFUSALS
from tests.engine.gouji.positions import deal_from, dealt, hands_from, position
from tests.saying import en, zh

SOURCES = [
    file
    for room in (games.engine.core, games.engine.gouji)
    for file in Path(room.__path__[0]).glob("*.py")
] + [Path(registry.__file__)]


def raised_codes():
    """Every code that the engine's sources name as a refusal."""
    found = set()
    for file in SOURCES:
        text = file.read_text()
        found |= set(re.findall(r'(?:NotAllowed|Unreadable)\(\s*"(\w+)"', text))
        if file.name == "playing.py":
            found |= set(re.findall(r'return "(\w+)"', text))
            found |= set(re.findall(r'else "(not_\w+)"', text))
        if file.name == "trick_flow.py":
            found |= set(re.findall(r',\s*"(\w+)",?\s*\),', text))
        if file.name == "burning.py":
            found |= set(re.findall(r'else "(burners\w+)"', text))
    return found


def test_every_refusal_has_a_sentence_in_both_languages_and_no_sentence_is_spare():
    assert raised_codes() == set(REFUSALS)
    for sentence in REFUSALS.values():
        assert re.search(r"[\u4e00-\u9fff]", zh(sentence))
        assert re.search(r"[a-z]", en(sentence))
        assert set(re.findall(r"{\w+}", zh(sentence))) == set(re.findall(r"{\w+}", en(sentence)))


def test_a_refusal_names_the_rule():
    assert zh(words.refusal("passed", {})) == "过牌后只能上对头的牌"
    assert en(words.refusal("wrong_count", {"count": 3})).endswith("it takes 3")


SAMPLES = [
    (events.DealBegan(2), "第 2 局发牌", "Game 2 is dealt"),
    (events.Dealt(0, 1), None, None),
    (events.Declared(3), "{3} 宣点", "{3} declares"),
    (events.LeadGiven(1, "drawn"), "{1} 先发牌（抽签）", "{1} leads first (drawn)"),
    (events.Passed(5), "{5} 过牌", "{5} passes"),
    (events.Yielded(5), "{5} 让牌", "{5} yields"),
    (events.WentOut(2, 1), "{2} 走科（第 1 个）", "{2} goes out (number 1)"),
    (events.BecameHeadless(2), "{2} 无头了", "{2} is headless now"),
    (events.TrickWon(2, 2), "{2} 得出牌权", "{2} wins the trick"),
    (events.TrickWon(2, 3), "{2} 已走科，{3} 接着发牌", "{2} is out, {3} leads"),
    (events.Opened(2), "{2} 开点", "{2} opens"),
    (events.MeleeBegan(), "四户乱缠开始", "The melee begins"),
    (events.CardsMoved(0, 1, 1), None, None),
    (events.CardsGiven("buy", 3, 0, 1), "{3} 卖给 {0} 1 张3", "{3} sells 1 × 3 to {0}"),
    (events.CardsGiven("return", 3, 0, 2), "{3} 还贡：还给 {0} 2 张", "{3} returns 2 to {0}"),
    (
        events.DealVoided((1, 2)),
        "{1}、{2} 同时革命，本局作废",
        "{1}, {2} revolt together: the game is void",
    ),
    (events.Revolted(1), "{1} 革命", "{1} revolts"),
    (events.ChargeSettled(1), "{1} 算开点", "{1} counts as having opened"),
    (events.HeadChosen(1, headed=True), "{1} 要头", "{1} is headed"),
    (events.HeadChosen(1, headed=False), "{1} 无头", "{1} is headless"),
    (events.BurnEnded(1, 4), "{4} 解了 {1} 的烧牌", "{4} ends the burn of {1}"),
    (events.BurnSucceeded(1, 0), "{1} 烧成了 {0}", "{1} has burned {0}"),
    (events.BurnFailed(1, 0), "{1} 烧 {0} 失败，离局", "{1} fails to burn {0} and is out"),
    (events.Stifled(0, 1), "{0} 被 {1} 闷住", "{0} is stifled by {1}"),
    (events.Charged(0, hands_from("AA", "KK", "QQQ")), "{0} 冲点：AA KK QQQ", None),
    (events.ChargeBeaten(3, hands_from("22")[0], 1), "{3} 打掉第 1 套：22", None),
    (events.MatchEnded((3, -3), 0), "全场结束，{0}、{2}、{4} 获胜 +3 : -3", None),
    (events.MatchEnded((0, 0), None), "全场结束，平局 +0 : +0", None),
]


@pytest.mark.parametrize(("event", "in_chinese", "in_english"), SAMPLES)
def test_an_event_is_a_line_of_the_log_with_seats_for_names(event, in_chinese, in_english):
    told = words.describe(event)

    assert (zh(told) if told else None) == in_chinese
    if told and in_english:
        assert en(told) == in_english


def both(text):
    """What a text says in both languages."""
    return zh(text), en(text)


def test_plays_are_told_with_their_ranks_and_what_they_are():
    table = position("AA4", *["222"] * 5)

    assert both(words.describe(table.act(0, "play AA")[0])) == (
        "{0} 发牌 AA 够级",
        "{0} leads AA, a gouji play",
    )
    assert both(words.describe(table.act(3, "play 22")[0])) == (
        "{3} 上牌 22 够级",
        "{3} answers 22, a gouji play",
    )


def test_every_kind_of_event_is_told_or_meant_not_to_be():
    table = deal_from()
    kinds = {type(event) for event, *_ in SAMPLES}
    kinds |= {events.CardsShown, events.Played, events.DealEnded}

    assert kinds == {
        kind
        for kind in vars(events).values()
        if isinstance(kind, type)
        and issubclass(kind, Event)
        and kind not in (Event, PublicEvent, SeatEvent)
    }
    swept = events.DealEnded(1, (6, 2, 4, 1, 5, 3), (-12, 12), sweep=True)
    assert both(table.game.describe(swept)) == (
        "串三户！第 1 局：头科 {3} 二科 {1} 三科 {5} 四科 {2} 二落 {4} 大落 {0} · -12 : +12",
        "A sweep! Game 1: 1. {3}, 2. {1}, 3. {5}, 4. {2}, 5. {4}, 6. {0} · -12 : +12",
    )


@pytest.mark.parametrize(
    "kind", ["stifle", "burn", "open", "place", "sweep", "buy", "beg", "return"]
)
def test_every_way_of_cards_changing_hands_is_told(kind):
    told = words.describe(events.CardsGiven(kind, 1, 2, 1))

    assert told is not None
    assert zh(told).startswith("{1}")
    assert "{2}" in en(told)


def test_no_event_but_the_dealt_hand_is_private_and_that_only_to_its_seat():
    table = deal_from()
    _, told = table.game.apply(table.game.start(), -1, dealt())

    assert [event.audience() for event in told] == [None, *((seat,) for seat in range(6))]


@pytest.mark.parametrize("option", META.options, ids=lambda option: option.key)
def test_every_option_has_its_words_its_rule_and_a_default(option):
    assert option.allows(option.default)
    assert re.fullmatch(r"gouji §\d", option.rule)
    for text in (option.label, option.help, *(value.label for value in option.values)):
        assert zh(text)
        assert en(text)


@pytest.mark.parametrize("option", META.options, ids=lambda option: option.key)
def test_every_option_has_a_test(option):
    tests = "\n".join(
        file.read_text()
        for file in Path(__file__).parent.glob("test_*.py")
        if file.name != "test_words.py"
    )

    assert f"{option.key}=" in tests
