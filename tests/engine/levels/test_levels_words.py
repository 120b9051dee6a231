"""Every refusal has a sentence, every event a line, every option its words, in both Shengji games."""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from games.engine import registry
from games.engine.core.cards import take_all
from games.engine.core.events import Event, PublicEvent, SeatEvent
from games.engine.huolong import events as huolong_events
from games.engine.levels import events
from games.engine.levels.match import DealResult
from games.engine.registry import game_of, meta_of
from tests.saying import en, zh

GAMES = ("shengji", "huolong")
OPTIONS = [(key, option) for key in GAMES for option in meta_of(key).options]
RESULT = DealResult(
    number=3, dealer=0, level=7, suit=3, points=45, kitty=take_all("9S5H"), kitty_points=5,
    took_bottom=True, change=True, rises=(0, 1), levels=(7, 5),
)  # fmt: skip


def raised_in(*packages):
    """Every code that the sources of these rooms name as a refusal."""
    found = set()
    for room in packages:
        folder = import_module(f"games.engine.{room}").__path__[0]
        for file in Path(folder).glob("*.py"):
            text = file.read_text()
            found |= set(re.findall(r'(?:NotAllowed|Unreadable)\(\s*"(\w+)"', text))
            found |= set(re.findall(r'(?:return|else) "(show_\w+)"', text))
            found |= set(re.findall(r'return "(show_\w+)" if', text))
    return found


@pytest.mark.parametrize("key", GAMES)
def test_every_refusal_has_a_sentence_in_both_languages_and_no_sentence_is_spare(key):
    refusals = import_module(f"games.engine.{key}.words").REFUSALS
    general = raised_in("core") | set(
        re.findall(r'"(\w+)", key', Path(registry.__file__).read_text())
    )

    assert raised_in("levels", key) | general == set(refusals) | general
    assert general - {"record"} <= set(refusals)
    for sentence in refusals.values():
        assert re.search(r"[\u4e00-\u9fff]", zh(sentence))
        assert re.search(r"[a-z]", en(sentence))
        assert set(re.findall(r"{\w+}", zh(sentence))) == set(re.findall(r"{\w+}", en(sentence)))


def test_a_refusal_names_the_rule():
    game = game_of("shengji")

    assert zh(game.refusal("bury_count", {"count": 6})) == "要扣 6 张底牌"
    assert en(game.refusal("follow_suit", {"count": 2})).startswith("You must follow suit")


S3 = take_all("3S")
ENDED = (
    "Deal 3: 45 points against the dealers, with the kitty; the dealers lose the deal; "
    "{1} and {3} rise by 1, levels 10 : 8; the kitty was ♠9 ♥5"
)
SAMPLES: list[tuple[Any, str | None, str | None]] = [
    (events.DealBegan(2, 7, 0), "第 2 局开始摸牌，打 10", "Deal 2 is drawn, at level 10"),
    (events.DealBegan(2, 0, 0, again=True), "第 2 局重新发牌，打 3", None),
    (events.TrumpShown(1, S3), "{1} 亮 ♠3", "{1} shows ♠3"),
    (events.TrumpShown(1, take_all("Bs")), "{1} 亮 大王 小王", "{1} shows big joker small joker"),
    (events.SuitFixed(1, 12), "{1} 摸到 ♠3，定主黑桃", "{1} draws ♠3: spades for trumps"),
    (events.ShowLost(1), "{1} 亮的王没有定主，作废", None),
    (events.NobodyShowed(), "无人亮主，重新发牌", None),
    (events.Drew(1, S3), None, None),
    (events.TrumpsSet(2, 0, 3), "红桃为主，打 3，{3} 坐庄", "hearts are trumps at level 3, {3} deals"),
    (events.TrumpsSet(2, 0, 3, 8), "无人亮主，底牌定主：红桃为主，打 3，{3} 坐庄", None),
    (events.KittyTaken(2), "{2} 收底牌", None),
    (events.KittySeen(2, S3), None, None),
    (events.Buried(2), "{2} 扣好底牌", None),
    (events.KittyBuried(2, S3), None, None),
    (events.ThrowFailed(0, take_all("AHQH")), "{0} 甩牌 ♥A ♥Q 失败，出最小的", None),
    (events.Played(0, S3, leads=True), "{0} 出 ♠3", "{0} leads ♠3"),
    (events.Played(0, S3, leads=False), "{0} 跟 ♠3", "{0} plays ♠3"),
    (events.TrickWon(0, 0, kept=False), "{0} 得本轮", "{0} wins the trick"),
    (events.TrickWon(0, 20, kept=False), "{0} 得本轮，跑 20 分", None),
    (events.TrickWon(0, 20, kept=True), "{0} 得本轮，抓 20 分", None),
    (events.DealEnded(RESULT), "第 3 局：闲家 45 分，抠底，庄家下台；{1}、{3} 升 1 级，打到 10 : 8；底牌 ♠9 ♥5",
     ENDED),
    (events.MatchEnded(1, (3, 11)), "{1}、{3} 打过 A，获胜", "{1} and {3} hold A and win"),
    (huolong_events.StarsPut((0, 2, 0, 0)), "{1} 摘星：放入 2 个大王", "{1} puts 2 big jokers into the bottom"),
    (huolong_events.StarsPut((0, 0, 0, 0)), "无人摘星", None),
    (huolong_events.StarsTaken(1, S3), None, None),
]  # fmt: skip


@pytest.mark.parametrize(("event", "in_chinese", "in_english"), SAMPLES)
def test_an_event_is_a_line_of_the_log_with_seats_for_names(event, in_chinese, in_english):
    told = game_of("huolong").describe(event)

    assert (zh(told) if told else None) == in_chinese
    if told and in_english:
        assert en(told) == in_english


def kinds_in(module):
    return {
        kind
        for kind in vars(module).values()
        if isinstance(kind, type)
        and issubclass(kind, Event)
        and kind not in (Event, PublicEvent, SeatEvent, events.OwnerOnly)
    }


def test_every_kind_of_event_has_a_sample_and_can_be_stored():
    samples = tuple(event for event, *_ in SAMPLES)
    game = game_of("huolong")

    assert {type(event) for event in samples} == kinds_in(events) | kinds_in(huolong_events)
    assert game.load_events(game.dump_events(samples)) == samples


def test_only_what_a_seat_drew_took_or_buried_is_private_and_that_to_it_alone():
    private = [event for event, *_ in SAMPLES if event.audience() is not None]

    assert {type(event).__name__ for event in private} == {
        "Drew", "KittySeen", "KittyBuried", "StarsTaken",
    }  # fmt: skip
    assert all(event.audience() == (event.seat,) for event in private)


@pytest.mark.parametrize(("key", "option"), OPTIONS)
def test_every_option_has_its_words_its_rule_and_a_default(key, option):
    assert option.allows(option.default)
    assert re.fullmatch(rf"({key}|shengji) §\d", option.rule)
    for text in (option.label, option.help, *(value.label for value in option.values)):
        assert zh(text)
        assert en(text)


@pytest.mark.parametrize(("key", "option"), OPTIONS)
def test_every_option_has_a_test(key, option):
    folder = Path(__file__).parents[1] / key
    tests = "\n".join(file.read_text() for file in folder.glob("test_*.py"))

    assert f"{option.key}=" in tests


@pytest.mark.parametrize("key", GAMES)
def test_presets_are_rulesets_of_their_own(key):
    for preset in meta_of(key).presets:
        game = game_of(f"{key}:{preset.key}")
        assert all(game.ruleset[option] == value for option, value in preset.values.items())
