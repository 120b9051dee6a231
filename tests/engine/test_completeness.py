"""Nothing of the rules is without its words and its test: options, refusals, events, choices."""

import ast
import re
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest

from games import engine
from games.engine.registry import GAMES, meta_of
from tests.recorded.reading import records_of, said_of
from tests.saying import en, zh

ENGINE = Path(engine.__file__).parent
TESTS = Path(__file__).parent
PACKAGES = {"gouji": ("gouji",), "shengji": ("levels", "shengji"), "huolong": ("levels", "huolong")}
REFUSALS = {"NotAllowed", "Unreadable"}
OF_RECORDS = {"record"}
"""Codes of the reader of records, which is told by its line; a game says nothing of it."""
OF_SIBLINGS = {"gouji": set(), "shengji": {"suit_fixed", "show_lost"}, "huolong": {"throw_failed"}}
"""Events that the two Shengji games share, and that happen only in the other one."""
SILENT = {
    # What only one or two seats may see is told to them by their cards, not by the log.
    "dealt",
    "cards_moved",
    "drew",
    "kitty_seen",
    "kitty_buried",
    "stars_taken",
}

every_game = pytest.mark.parametrize("key", GAMES)
every_option = pytest.mark.parametrize(
    ("key", "option"),
    [(key, option) for key in GAMES for option in meta_of(key).options],
    ids=lambda each: each if isinstance(each, str) else each.key,
)


def is_said(text: Any) -> bool:
    """Whether a text has words in both languages."""
    return bool(re.search(r"[\u4e00-\u9fff]", zh(text)) and re.search(r"[A-Za-z]", en(text)))


@every_option
def test_every_option_has_its_words_and_its_rule(key, option):
    assert is_said(option.label)
    assert is_said(option.help)
    assert re.fullmatch(rf"({key}|shengji) §[1-9]", option.rule)
    assert option.allows(option.default)
    assert len({value.key for value in option.values}) == len(option.values) > 1
    for value in option.values:
        assert re.search(r"[\u4e00-\u9fff]|\d", zh(value.label))
        assert en(value.label)


@every_game
def test_every_preset_has_its_words(key):
    for preset in meta_of(key).presets:
        assert is_said(preset.label)
        assert is_said(preset.help)
        for option, value in preset.values.items():
            assert meta_of(key).option(option).allows(value)


@every_option
def test_every_option_is_named_by_a_test_of_the_rules_and_by_a_record(key, option):
    packages = [TESTS / room for room in PACKAGES[key]]
    named = re.compile(rf"\b{option.key}\b")
    tests = [file for room in packages for file in room.glob("test_*.py")]
    records = {each.partition("=")[0] for each in said_of(key, "option")}

    assert [file.name for file in tests if named.search(file.read_text())] != []
    assert option.key in records


class Codes(ast.NodeVisitor):
    """The codes of refusals that a source names: where it raises them, and in functions that say why not."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in REFUSALS and node.args:
            self.found |= constants(node.args[0])
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if "why" in node.name:
            self.found |= {
                text for part in node.body[1:] for text in constants(part) if len(text) > 1
            }
        self.generic_visit(node)


def constants(node: ast.AST) -> set[str]:
    """The words in an expression that may be codes; a test of a condition has none."""
    if isinstance(node, ast.IfExp):
        return constants(node.body) | constants(node.orelse)
    return {
        each.value
        for each in ast.walk(node)
        if isinstance(each, ast.Constant)
        and isinstance(each.value, str)
        and re.fullmatch(r"[a-z]+(_[a-z]+)*", each.value)
    }


def codes_in(*packages: str) -> set[str]:
    codes = Codes()
    for room in packages:
        for file in (ENGINE / room).glob("*.py"):
            codes.visit(ast.parse(file.read_text()))
    codes.visit(ast.parse((ENGINE / "registry.py").read_text()))
    return codes.found


@every_game
def test_every_refusal_that_is_raised_has_a_sentence_and_every_sentence_a_refusal(key):
    sentences = import_module(f"games.engine.{key}.words").REFUSALS
    raised = codes_in("core", *PACKAGES[key])

    assert raised - set(sentences) - OF_RECORDS == set()
    assert set(sentences) - raised == set()
    for sentence in sentences.values():
        assert is_said(sentence)


def test_a_code_that_nobody_wrote_a_sentence_for_is_found():
    codes = Codes()
    codes.visit(
        ast.parse(
            "def f(x):\n    raise NotAllowed('aa' if x == 'zz' else 'bb', card='cc')\n"
            "def _why_not(x):\n    'Doc.'\n    return 'dd'\n"
        )
    )

    assert codes.found == {"aa", "bb", "dd"}


def events_of(key: str) -> set[type[Any]]:
    module = import_module(f"games.engine.{key}.game")
    return set(get_args(getattr(module, "AnyEvent", None) or module.SharedEvent))


@every_game
def test_every_event_happens_in_a_record_and_is_told_in_both_languages_or_meant_not_to_be(key):
    game = records_of(key)[0].game
    told: dict[str, Any] = {}
    for recorded in records_of(key):
        for event in recorded.events:
            told.setdefault(event.__struct_config__.tag, event)

    kinds = {kind.__struct_config__.tag for kind in events_of(key)}
    assert kinds - OF_SIBLINGS[key] == set(told)
    for tag, event in told.items():
        words = game.describe(event)
        if tag in SILENT:
            assert words is None
        else:
            assert words is not None, tag
            assert is_said(words), tag


@every_game
def test_what_is_not_told_is_not_for_everybody(key):
    for recorded in records_of(key):
        for event in recorded.events:
            if event.__struct_config__.tag in SILENT:
                assert event.audience() is not None
                assert len(event.audience()) in (1, 2)


def buttons_module(key: str) -> Any:
    """Where a game's buttons are made."""
    room = PACKAGES[key][0]
    return import_module(f"games.play.display.screens.{room}.choices")


@every_game
def test_every_choice_that_a_record_meets_has_a_button_in_chinese(key):
    screen = buttons_module(key)
    seen: set[tuple[str, ...]] = set()
    for recorded in records_of(key):
        for step in recorded.steps:
            for seat in recorded.game.to_act(step.state):
                if seat < 0:
                    continue
                view = recorded.game.view(step.state, seat, step.entry.tick)
                verbs = tuple(choice.verb for choice in view.own.choices)
                if (view.public.phase, *verbs) in seen:
                    continue
                seen.add((view.public.phase, *verbs))
                buttons = screen.buttons_of(view)
                assert {button.value.split()[0] for button in buttons} >= set(verbs)
                for button in buttons:
                    assert re.search(r"[\u4e00-\u9fff]|^[♠♥♣♦]", str(button.label)), button

    assert {verb for _, *each in seen for verb in each} == set(VERBS[key])


VERBS = {
    "gouji": (
        *("play", "pass", "yield", "burn", "decline", "return", "revolt", "stay"),
        *("charge", "head", "headless", "declare", "show", "done"),
    ),
    "shengji": ("show", "decline", "bury", "play"),
    "huolong": ("show", "decline", "bury", "stars", "play"),
}


@every_game
def test_every_kind_of_action_is_in_a_record(key):
    verbs = {step.entry.action.split()[0] for each in records_of(key) for step in each.steps}

    assert set(VERBS[key]) <= verbs
    assert verbs - set(VERBS[key]) == ({"deal", "settle"} if key == "gouji" else {"deal", "close"})
