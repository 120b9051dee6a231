"""Rulesets as canonical strings."""

import pytest

from games.engine.core.errors import Refusal, Unreadable
from games.engine.registry import game_of, meta_of


def test_only_what_differs_from_the_preset_is_written_in_order():
    game = game_of("gouji(successor=partner,lead=last_place,games=5)")

    assert str(game.ruleset) == "gouji(lead=last_place,successor=partner)"
    assert game.ruleset["lead"] == "last_place"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("chess", "game"),
        ("gouji:nobody", "preset"),
        ("gouji(nothing=1)", "option"),
        ("gouji(games=2)", "value"),
        ("gouji(games)", "ruleset"),
        ("gouji(games=)", "ruleset"),
        ("gouji(games=3,games=5)", "ruleset"),
        ("Gouji", "ruleset"),
        ("", "ruleset"),
        ("gouji(" + "a=b," * 300 + ")", "ruleset"),
    ],
)
def test_what_names_no_ruleset_is_unreadable(text, code):
    with pytest.raises(Unreadable) as refusal:
        game_of(text)
    assert refusal.value.code == code


def test_the_first_preset_is_not_written():
    assert str(game_of("gouji:classic").ruleset) == "gouji"


def test_the_lobby_may_ask_for_options_without_the_rules():
    assert meta_of("gouji").option("games").values[0].key == "1"


def test_a_refusal_reads_as_its_code_and_parameters():
    assert str(Refusal("wrong_count", count=3)) == "wrong_count {'count': 3}"
    assert str(Refusal("passed")) == "passed"
