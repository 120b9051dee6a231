"""What a person reads on a page: its texts and the attributes that are shown or spoken."""

import re
from functools import lru_cache
from html.parser import HTMLParser

HAN = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]")
SHOWN = ("aria-label", "aria-description", "title", "placeholder", "alt", "label", "data-")
OWN_NAMES = frozenset({"中文", "简体中文", "English"})
"""What a language calls itself."""


class Texts(HTMLParser):
    """Collects the texts of a page, script and style left out."""

    def __init__(self):
        super().__init__()
        self.found: list[str] = []
        self._silent = False

    def handle_starttag(self, tag, attrs):
        self._silent = tag in {"script", "style"}
        self.found += [value for name, value in attrs if value and name.startswith(SHOWN)]

    def handle_endtag(self, tag):
        self._silent = False

    def handle_data(self, data):
        if not self._silent:
            self.found.append(data)


@lru_cache(maxsize=10_000)
def texts_of(html):
    """Every piece of text on a page that a person may read or hear. The same parts come again and again."""
    parser = Texts()
    parser.feed(html)
    stripped = (" ".join(text.split()) for text in parser.found)
    return tuple(text for text in stripped if text and text not in OWN_NAMES)


def chinese_in(html):
    """The texts of a page with Chinese characters or punctuation in them."""
    return [text for text in texts_of(html) if HAN.search(text)]


def size_of_png(path):
    """The width and height of a picture, from the head of its file."""
    head = path.read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    return int.from_bytes(head[16:20]), int.from_bytes(head[20:24])
