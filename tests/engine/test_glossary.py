"""The glossary: one source for players' pages and for readers of the code."""

import re

import pytest

from games.engine.glossary import TERMS, terms_of
from games.engine.registry import GAMES
from gouji_site.management.glossary_page import PAGE, glossary_page
from tests.gouji_site.reading import HAN
from tests.saying import en, zh

pytestmark = pytest.mark.unit

MET = {
    "gouji": "够级牌 头 无头 要头 开点 宣点 上班 烧牌 被烧 解烧 闷 让牌 过牌 革命 冲点 进贡 还贡 买三 憋三 串三户"
    " 四户乱缠 够死级 对头 联邦 托管 记牌器 余牌",
    "shengji": "亮主 扣底 抠底 底牌 级牌 主 甩牌 庄家 闲家 必打 毙 托管 记牌器 余牌",
    "huolong": "亮主 反主 扣底 底牌 级牌 主 对子 流星 摘星 星 庄家 闲家 毙 托管 记牌器 余牌",
}
"""Words that players of a game meet on its pages."""


@pytest.mark.parametrize("key", GAMES)
def test_the_words_that_players_meet_are_explained(key):
    assert {*MET[key].split()} - {zh(term.name) for term in terms_of(key)} == set()


@pytest.mark.parametrize("key", GAMES)
def test_a_word_has_one_meaning_in_a_game(key):
    for language in (zh, en):
        names = [language(term.name) for term in terms_of(key)]
        assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("term", TERMS, ids=lambda term: f"{zh(term.name)}-{term.games[0]}")
def test_a_term_is_explained_in_both_languages_by_the_rules_of_its_games(term):
    assert HAN.search(zh(term.meaning))
    assert not HAN.search(en(term.name) + en(term.meaning))
    assert tuple(re.findall(r"([a-z]+) §", term.rule)) == (term.games if term.rule else ())
    assert term.rule or term.games == GAMES


def test_the_page_for_readers_of_the_code_is_as_the_command_words_writes_it():
    assert PAGE.read_text(encoding="utf-8") == glossary_page(en)
