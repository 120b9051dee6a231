"""The catalogue of translations: whole, true to the code, and compiled."""

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


def test_a_catalogue_is_read_as_it_was_written():
    catalog = {
        Message('说“好”\n再"来"'): ('say "good"\nagain',),
        Message("张", "on a plate"): ("cards",),
        Message("%(n)s 张", "", "%(n)s 张"): ("%(n)s card", "%(n)s cards"),
    }
    assert read_po(write_po(catalog, dict.fromkeys(catalog, "here.py"))) == catalog


def test_texts_are_found_under_whatever_name_a_function_has():
    source = (
        "from django.utils.translation import gettext as _, gettext_lazy as later, ngettext, pgettext\n"
        "_('一'); later('二' '三'); ngettext('{n} 张', '{n} 张', 4); pgettext('card', '四')\n"
        "_(which); print('五')\n"
    )
    wanted = [
        Message("一"),
        Message("二三"),
        Message("{n} 张", "", "{n} 张"),
        Message("四", "card"),
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
