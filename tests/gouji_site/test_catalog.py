"""The catalogue of translations: whole, true to the code, and compiled."""

import ast
import re
import string

import pytest
from django.conf import settings

from gouji_site.lib.catalog import (
    Message,
    compiled,
    find_messages,
    in_code,
    in_template,
    read_po,
    write_po,
)
from gouji_site.management.commands.words import CATALOG, FOLDERS

pytestmark = pytest.mark.unit

HAN = re.compile(r"[\u3400-\u9fff]")
FULL_WIDTH = re.compile(r"[\u3000-\u303f\uff00-\uffef]")


@pytest.fixture(scope="module")
def catalog():
    """The English catalogue as it is written."""
    return read_po(CATALOG.read_text())


@pytest.fixture(scope="module")
def found():
    """What the code and the templates translate."""
    return find_messages(settings.BASE_DIR, FOLDERS)


def test_every_text_of_the_code_and_the_templates_has_a_translation(catalog, found):
    assert [
        found[each] + ": " + each.text for each in found if not all(catalog.get(each, ("",)))
    ] == []


def test_nothing_is_translated_that_is_no_longer_said(catalog, found):
    assert [each.text for each in catalog if each not in found] == []


def test_the_compiled_catalogue_is_what_the_written_one_says(catalog):
    assert CATALOG.with_suffix(".mo").read_bytes() == compiled(catalog)


def test_a_translation_is_not_chinese_and_keeps_what_is_filled_in(catalog):
    for message, forms in catalog.items():
        for form in forms:
            assert HAN.search(form) is None, form
            assert FULL_WIDTH.search(form) is None, form
            assert blanks(form) <= blanks(message.text), form
        assert blanks(message.text) == blanks(forms[-1]), message.text


def blanks(text):
    """The places that are filled in, in either way of writing them."""
    named = re.findall(r"%\((\w+)\)[sd]", text)
    braces = (
        [] if "%(" in text else [name for _, name, _, _ in string.Formatter().parse(text) if name]
    )
    return {*named, *braces}


NO_WORDS = ("games/bots", "games/chat/filters.py", "accounts/services.py")
"""Where Chinese is not for gettext: what a filter looks for, how guests' names begin."""
IN_BOTH = (
    "gouji_site/embedded",
    "gouji_site/bench",
    "gouji_site/bootstrap",
    "gouji_site/checks",
    "gouji_site/management",
    "gouji_site/web",
    "gouji_site/lib/env",
)
"""What a terminal is told, in both languages at once."""
OWN_NAME = "中文"
BESIDE = re.compile(
    r"{#.*?#}|{% comment.*?endcomment %}|{% blocktrans.*?endblocktrans\w* %}|{%.*?%}", re.DOTALL
)


def test_no_code_says_in_chinese_what_it_does_not_translate():
    said = []
    for folder in ("accounts", "games", "gouji_site"):
        for path in sorted((settings.BASE_DIR / folder).rglob("*.py")):
            name = str(path.relative_to(settings.BASE_DIR))
            if not name.startswith((*NO_WORDS, *IN_BOTH, "gouji_site/settings.py")):
                said += [f"{name}: {text}" for text in untranslated(path.read_text())]
    assert said == []


def untranslated(source):
    """The texts of Python code with Chinese in them that are no docstrings and are handed to no translation."""
    nodes = list(ast.walk(ast.parse(source)))
    docs = [node.value for node in nodes if isinstance(node, ast.Expr)]
    calls = [
        node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    handed = [
        arg for call in calls if translates(getattr(call.func, "id", "")) for arg in call.args
    ]
    texts = [node for node in nodes if isinstance(node, ast.Constant)]
    left = [node.value for node in texts if node not in {*docs, *handed}]
    return [value for value in left if isinstance(value, str) and HAN.search(value)]


def translates(name):
    """Whether a function of that name takes Chinese to be translated, or both languages."""
    return name in {"_", "msgid", "_lazy"} or "gettext" in name


def test_no_template_and_no_script_says_in_chinese_what_it_does_not_translate():
    said = []
    for path in sorted((settings.BASE_DIR / "templates").rglob("*.html")):
        text = BESIDE.sub("", path.read_text()).replace(OWN_NAME, "")
        said += [f"{path.name}: {line}" for line in text.splitlines() if chinese(line)]
    for path in sorted((settings.BASE_DIR / "static" / "js").glob("*.js")):
        code = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
        quoted = re.findall(r"[\"'`]([^\"'`\n]*)[\"'`]", code)
        said += [f"{path.name}: {text}" for text in quoted if HAN.search(text)]
    assert said == []


def chinese(text):
    return HAN.search(text) or FULL_WIDTH.search(text)


def test_what_style_sheets_write_has_english_for_it():
    folder = settings.BASE_DIR / "static" / "css"
    english = (folder / "en.css").read_text()
    selectors = set()
    for path in sorted(folder.glob("*.css")):
        rules = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
        for names, body in re.findall(r"([^{}]+){([^{}]*)}", rules):
            if re.search(r'(?:--tag|content): *"[^"]*[\u3400-\u9fff]', body):
                selectors |= {name.strip() for name in names.split(",")}
    assert selectors
    assert {name for name in selectors if name not in english} == set()


def test_a_catalogue_is_read_as_it_was_written():
    catalog = {
        Message('说“好”\n再"来"'): ('say "good"\nagain',),
        Message("张", "on a plate"): ("cards",),
        Message("%(n)s 张", "", "%(n)s 张"): ("%(n)s card", "%(n)s cards"),
    }
    assert read_po(write_po(catalog, dict.fromkeys(catalog, "here.py"))) == catalog


def test_texts_that_are_translated_or_marked_are_found():
    source = (
        "_('一'); gettext_lazy('二' '三'); ngettext('{n} 张', '{n} 张', 4); pgettext('card', '四')\n"
        "_(which); print('五'); msgid('六'); msgid('七', 'option')\n"
    )
    wanted = [
        Message("一"),
        Message("二三"),
        Message("{n} 张", "", "{n} 张"),
        Message("四", "card"),
        Message("六"),
        Message("七", "option"),
    ]
    assert list(in_code(source)) == wanted


def test_texts_are_found_in_templates():
    source = (
        '{% load i18n %}{% translate "一" %}<a title="{% translate "二" context "card" %}">'
        "{% blocktranslate count n=many %}{{ n }} 张{% plural %}{{ n }} 张{% endblocktranslate %}"
        '{{ _("三") }}<b>四</b>'
    )
    assert set(in_template(source)) == {
        Message("一"),
        Message("二", "card"),
        Message("%(n)s 张", "", "%(n)s 张"),
        Message("三"),
    }
