"""What may be said, and what becomes of it."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.chat.filters import MOST, clean, leads_away, read_words, same_words
from games.chat.phrases import COMMON, EMOTES, OF_GAME, phrases_of
from games.engine.core.errors import Unreadable

pytestmark = pytest.mark.unit

ELSEWHERE = [
    "http://a.b",
    "看 https://x.cn/1",
    "HTTP 是啥://x",
    "Ftp://abc",
    "www.baidu.com",
    "ｗｗｗ．ｂａｉｄｕ．ｃｏｍ",
    "baidu。com",
    "baidu点com",
    "b a i d u . c o m",
    "w w w . x x . c o m",
    "b\u200baidu.c\u200bom",
    "bаidu.сom",  # Cyrillic а and с
    "ba\u0301idu.com",
    "网站.net",
    "163.com",
    "腾讯 game.top",
    "加我 t.me/abc",
    "someone@mail.ru",
    "192.168.1.1",
]
NUMBERS = [
    "138 6412 3456",
    "１３８６４１２３４５６",
    "1-3-8-6-4-1",
    "1_3_8_6_4_1",
    "1…3…8…6…4…1",
    "(138)(641)",
    "1\u200b3\u200b8\u200b6\u200b4\u200b1",
    "一三八六四一二三",
    "壹叁捌陆肆壹",
    "幺三八六四幺",
    "①③⑧⑥④①",
    "1️⃣3️⃣8️⃣6️⃣4️⃣1️⃣",
    "群号778899",
    "١٣٨٦٤١",  # Arabic digits
]
ACCOUNTS = [
    "加微信 abcd_123",
    "微信号：player88",
    "加ｖｘ player88",
    "我VX:player88",
    "QQ群abcd1",
    "wx是abcd1",
    "威信号为hello8",
    "抖音 gouji_king",
]
CHAT_CHANGED = [
    "三个九，要不要？",
    "打得漂亮！",
    "比分 120:180，加油",
    "比分120：180，上一局200：160",
    "20:30 开下一局",
    "10JQKA 一条龙？",
    "二十分到手",
    "五六七八九十都打完了",
    "还剩3张，2张，1张",
    "12345",
    "王炸 666",
    "开点啦，恭喜",
    "差一点 top",
    "三点半再来。com 是什么",
    "ok. me too",
    "OK。in the end 还是你赢",
    "微信上说过了",
    "qq 上见不到你",
    "wow, nice play!",
    "a.b.c",
]


@pytest.mark.parametrize("text", [*ELSEWHERE, *NUMBERS, *ACCOUNTS])
def test_no_address_number_or_account_is_said_however_it_is_written(text):
    with pytest.raises(Unreadable) as refused:
        read_words(text)
    assert refused.value.code == "talk_link"
    assert leads_away(f"大家好，{text}，来呀")


@pytest.mark.parametrize("text", [text for text in CHAT_CHANGED if "com" not in text])
def test_chat_about_the_game_is_said_as_it_is(text):
    assert read_words(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("  好   牌\n\n ", "好 牌"),
        ("a\u202eb\u2066c\u2069", "abc"),
        ("好\x00\x07\x1b牌", "好牌"),
        ("好\u200b\ufeff牌\u00ad", "好牌"),
        ("！！！！！！！！！！", "！！！！！！"),
        ("哈哈哈哈哈哈", "哈哈哈哈哈哈"),
        ("Z\u0301\u0302\u0303\u0304\u0305", "Ź\u0302\u0303"),
        ("全　角", "全 角"),
        ("👨\u200d👩\u200d👧 一家", "👨\u200d👩\u200d👧 一家"),
        ("好\u200d牌", "好牌"),
        ("👍🏽", "👍🏽"),
        ("\U000e0041好", "好"),
        ("好\ue000牌", "好牌"),
    ],
)
def test_a_line_is_shown_without_what_turns_hides_or_swells_it(text, shown):
    assert clean(text) == shown


@pytest.mark.parametrize("text", ["", "  ", "\u200b\u202e", "\u3164\u2800", "\n\t", "\u0301\u0301"])
def test_a_line_that_shows_nothing_is_not_said(text):
    with pytest.raises(Unreadable) as refused:
        read_words(text)
    assert refused.value.code == "talk_empty"


def test_a_line_has_at_most_eighty_characters_however_long_its_post_was():
    fits = "好牌" * (MOST // 2)
    assert read_words(f"   {fits}   ") == fits
    for text in (f"{fits}啊", "牌好" * 5000, " " * 20_000 + "好"):
        with pytest.raises(Unreadable) as refused:
            read_words(text)
        assert refused.value.code == "talk_long"


@given(st.text(max_size=200))
def test_any_text_is_refused_or_becomes_one_plain_line_that_is_fit_to_be_said_again(text):
    try:
        words = read_words(text)
    except Unreadable as refused:
        code = refused.code
    else:
        code = ""
    if code:
        assert code in {"talk_empty", "talk_long", "talk_link"}
        return
    assert 0 < len(words) <= MOST
    assert words == words.strip()
    assert all(unicodedata.category(sign) != "Cc" for sign in words)
    assert not set(words) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b")
    assert not leads_away(words)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("快点吧！！", "快 点 吧", True),
        ("ＯＫ", "ok。", True),
        ("好牌", "好牌啊", False),
        ("！", "！ ", True),
        ("！", "？", False),
        ("👍", "👏", False),
        ("3张", "4张", False),
    ],
)
def test_two_lines_say_the_same_when_they_differ_by_space_signs_and_case_alone(one, other, same):
    assert same_words(one, other) is same


def test_every_phrase_could_be_typed_and_none_has_the_key_of_another():
    groups = [COMMON, EMOTES, *OF_GAME.values()]
    for phrase in (each for group in groups for each in group):
        assert read_words(str(phrase.words)) == str(phrase.words)
        assert len(phrase.key) <= 20
    for game in ("gouji", "shengji", "huolong"):
        shown = phrases_of(game)
        assert len({phrase.key for phrase in shown}) == len(shown)
        assert len({str(phrase.words) for phrase in shown}) == len(shown)
        assert len(shown) > len(COMMON)


def test_a_key_that_two_games_share_says_the_same_in_both():
    said: dict[str, str] = {}
    for group in (COMMON, *OF_GAME.values()):
        for phrase in group:
            assert said.setdefault(phrase.key, str(phrase.words)) == str(phrase.words)
