"""What a line of chat becomes before it is stored, and which lines are refused. Pure functions.

Addresses of sites, numbers, and names of other services are refused however they are written: they lead players away to
where nobody helps them. For that a text is searched in a plain form: half-width, lower case, without marks, look-alike
letters and Chinese digits made Latin ones.
"""

import re
import unicodedata
from typing import Final

from games.engine.core.errors import Unreadable

MOST: Final = 80
"""Characters of a line."""
MOST_RAW: Final = 1000
"""Characters before cleaning: the searches below take longer with the length of a text."""
MOST_ALIKE: Final = 6
"""How often a character may follow itself."""
MOST_MARKS: Final = 2
"""Marks on one letter: more of them pile up over the lines above."""
DIGITS: Final = 6
"""Digits in a row, signs between them not counted, that are taken for a number of QQ or a telephone."""

_JOINER: Final = "\u200d"
_BLANKS: Final = frozenset("\t\n\r\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that look like a blank."""
_LOOKS: Final = str.maketrans(
    "。〇零一二三四五六七八九壹贰叁肆伍陆柒捌玖幺аеорсухіԁѕ。·•点丶",
    ".001234567891234567891aeopcyxids.....",
)
# Scores such as 120:80 are about the game, and are taken out before numbers are searched.
_SCORE: Final = re.compile(r"(?<!\d)\d{1,3} ?: ?\d{1,3}(?![\d:])")
_NUMBER: Final = re.compile(rf"\d(?:[\W_]{{0,3}}\d){{{DIGITS - 1}}}")
_SCHEME: Final = re.compile(
    r"[a-z][a-z0-9+-]{1,9}:/|(?<![a-z])https?(?![a-z])|(?<![a-z])www\d?(?![a-z])|\w@[\w.]+\.\w"
)
_PLAIN_ENDINGS: Final = "com|cn|net|org|cc|xyz|vip|网址"
_ENDINGS: Final = (
    f"{_PLAIN_ENDINGS}|top|io|app|club|site|shop|info|ru|tv|link|ltd|wang|online|live|icu|fun|tk|gg|ly|"
    "uk|hk|tw|jp|edu|gov|biz|pro|store|tech|win|bet"
)
_DOMAIN: Final = re.compile(
    rf"\w ?\. ?(?:{_PLAIN_ENDINGS})(?![a-z0-9])|[a-z][a-z0-9-]* ?\. ?(?:{_ENDINGS})(?![a-z0-9])"
)
_SHORT_DOMAIN: Final = re.compile(r"[a-z0-9-]\.(?:me|co|in|us|to|im|so|la|ai|be)(?![a-z0-9])")
"""These endings are words too: only after a real full stop, not after a sign that looks like one."""
# Searched in the text without any blanks, so only what no ordinary sentence holds.
_SQUEEZED: Final = re.compile(
    rf"https?:|www\.|[a-z0-9-]\.(?:{_PLAIN_ENDINGS})(?![a-z0-9])|[a-z]\.(?:top|club)(?![a-z0-9])"
)
_IP: Final = re.compile(r"(?<![\d.])\d{1,3}(?: ?\. ?\d{1,3}){3}(?![\d.])")
_SERVICES: Final = (
    "微信|薇信|威信|维信|徽信|加v|加薇|加微|扣扣|企鹅号|抖音|快手|"
    "(?<![a-z])(?:v信|wechat|weixin|vx|wx|qq|telegram|whatsapp)"
)
_ELSEWHERE: Final = re.compile(rf"(?:{_SERVICES})(?:号|群|id)*[\s:是为-]*[a-z0-9][a-z0-9_-]{{3,}}")


def clean(text: str) -> str:
    r"""A line as it will be shown: no control characters or marks that turn or hide text, single spaces, and no character
    more than MOST_ALIKE times in a row.

    >>> clean(" 打得\u202e\n漂亮！！！！！！！！ ")
    '打得 漂亮！！！！！！'
    """
    return _calmed(" ".join("".join(_shown(unicodedata.normalize("NFC", text))).split()))


def _shown(text: str) -> list[str]:
    kept: list[str] = []
    marks = 0
    for sign in text:
        kind = unicodedata.category(sign)
        if kind in {"Mn", "Me"}:
            marks += 1
            if marks <= MOST_MARKS and kept:
                kept.append(sign)
            continue
        if sign == _JOINER and kept and unicodedata.category(kept[-1]) in {"So", "Sk", "Mn"}:
            kept.append(sign)  # between the parts of one emoji
            continue
        marks = 0
        if kind in {"Zs", "Zl", "Zp"} or sign in _BLANKS:
            kept.append(" ")
        elif not kind.startswith("C"):
            kept.append(sign)
    while kept and kept[-1] == _JOINER:
        kept.pop()
    return kept


def _calmed(text: str) -> str:
    return re.sub(rf"(.)\1{{{MOST_ALIKE},}}", lambda run: run[1] * MOST_ALIKE, text)


def leads_away(text: str) -> bool:
    """Whether a text holds an address, a number or a name of another service.

    >>> leads_away("ｗｗｗ．ｂａｉｄｕ．ｃｏｍ"), leads_away("三个九，要不要？")
    (True, False)
    """
    latin = _latin(text)
    plain = re.sub(r"\s+", " ", latin.translate(_LOOKS))
    squeezed = re.sub(r"\s+", "", plain)
    return bool(
        _NUMBER.search(_SCORE.sub(" 比 ", plain))
        or _SCHEME.search(plain)
        or _DOMAIN.search(plain)
        or _SHORT_DOMAIN.search(latin)
        or _IP.search(plain)
        or _ELSEWHERE.search(plain)
        or _SQUEEZED.search(squeezed)
    )


def _latin(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).casefold()
    return "".join(c for c in text if unicodedata.category(c) not in {"Mn", "Me", "Cf", "Cc"})


def read_words(text: str) -> str:
    """A player's own words, cleaned.

    Raises Unreadable: ``talk_empty``, ``talk_long`` (over MOST characters), ``talk_link``.
    """
    if len(text) > MOST_RAW:
        raise Unreadable("talk_long", most=MOST)
    words = clean(text)
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in words):
        raise Unreadable("talk_empty")
    if len(words) > MOST:
        raise Unreadable("talk_long", most=MOST)
    # Both forms: cleaning takes signs away, and so may join what was apart.
    if leads_away(text) or leads_away(words):
        raise Unreadable("talk_link")
    return words


def same_words(one: str, other: str) -> bool:
    """Whether two lines are the same but for spaces, signs and case.

    >>> same_words("快点吧！！", "快 点 吧"), same_words("👍", "👏")
    (True, False)
    """
    return _core(one) == _core(other)


def _core(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).casefold()
    core = "".join(sign for sign in plain if unicodedata.category(sign)[0] in "LN")
    return core or "".join(plain.split())
