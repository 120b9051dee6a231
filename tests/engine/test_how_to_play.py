"""What a primer says by example is what its game's rules say."""

from importlib import import_module

import pytest

from games.engine.core.cards import RANK_OF, deck, read_tokens, take_all
from games.engine.gouji.plays import beats, is_gouji, shape_of
from games.engine.huolong.matching import identical
from games.engine.levels.trumps import trumps_of
from games.engine.registry import GAMES
from tests.saying import en, zh

pytestmark = pytest.mark.unit


def chapters(key):
    return import_module(f"games.engine.{key}.how_to_play").HOW_TO_PLAY


def examples(key):
    found = [each for chapter in chapters(key) for each in chapter.examples]
    assert found
    return {en(each.says): each.plays for each in found}


def shape(play):
    return shape_of(take_all(play), "as_small")


@pytest.mark.parametrize("key", GAMES)
def test_a_page_of_how_to_play_names_its_rules_pages_and_has_something_to_say_under_each_title(key):
    for chapter in chapters(key):
        assert chapter.rule.startswith(f"{key} §")
        assert zh(chapter.title)
        assert chapter.lines


@pytest.mark.parametrize("key", GAMES)
def test_the_cards_of_an_example_can_be_drawn_from_the_games_decks(key):
    copies = {"gouji": 4, "shengji": 1, "huolong": 3}[key]
    pack = sum(1 << number for number in deck(copies))
    for plays in examples(key).values():
        for play in plays:
            assert take_all(play) & ~pack == 0


def test_the_examples_of_gouji_are_as_the_rules_have_it():
    shown = examples("gouji")
    ((carried,),) = (plays for says, plays in shown.items() if says.startswith("Two 2s"))
    assert (shape(carried).rank, shape(carried).count) == (shape("8C").rank, 5)
    for says, plays in shown.items():
        if len(plays) == 2:
            old, new = map(shape, plays)
            assert beats(new, old) is (says == "The second beats the first")


@pytest.mark.parametrize(
    ("play", "gouji"),
    [("TSTHTDTCTH", True), ("2DASAH", True), ("QSQH", False), ("9S9H9D9C9S9H9D9C", False)],
)
def test_what_the_page_of_how_to_play_calls_a_gouji_play_is_one(play, gouji):
    assert any((play,) == plays for plays in plays_of_chapter("gouji §1, §6"))
    assert is_gouji(shape(play)) is gouji


def plays_of_chapter(rule):
    (chapter,) = (each for each in chapters("gouji") if each.rule == rule)
    return [each.plays for each in chapter.examples]


def test_the_trumps_of_shengji_are_drawn_from_the_highest_down():
    ((play,),) = examples("shengji").values()
    trumps = trumps_of(RANK_OF["J"], 2, False)
    cards = [take_all(token.text) for token in read_tokens(play)]
    powers = [trumps.powers[card.bit_length() - 1] for card in cards]
    assert powers == sorted(set(powers), reverse=True)


def test_a_pair_and_a_meteor_are_identical_cards():
    shown = {says: identical(take_all(*plays)) for says, plays in examples("huolong").items()}
    assert shown == {"A pair": True, "Not a pair": False, "A meteor": True}
