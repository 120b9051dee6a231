"""A third language is one file: an empty catalogue that ``manage.py words`` fills with what is to be said."""

from importlib import import_module

import polib
import pytest
from django.conf import settings
from django.test import override_settings
from django.utils import translation
from django.utils.translation import gettext

from games.engine.core.errors import NotAllowed
from games.engine.gouji.events import Passed, WentOut
from games.engine.registry import game_of
from games.play.display.log_text import in_words, ruleset_name
from games.play.display.words import said, sentence
from gouji_site.lib.catalog import find_messages
from gouji_site.management.commands.words import CATALOG, FOLDERS, update

pytestmark = pytest.mark.unit

LANGUAGE = "eo"


@pytest.fixture(scope="module")
def third(tmp_path_factory):
    """A catalogue of a language of which the site has none, in which everything is said as "<id>"."""
    path = tmp_path_factory.mktemp("locale") / LANGUAGE / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)
    path.write_text("")
    places = find_messages(settings.BASE_DIR, FOLDERS)
    assert len(update(path, places, LANGUAGE)) == len(places)
    file = polib.pofile(str(path))
    for entry in file:
        if entry.msgid_plural:
            entry.msgstr_plural = dict.fromkeys((0, 1), f"<{entry.msgid}>")
        else:
            entry.msgstr = f"<{entry.msgid}>"
    file.save()
    assert update(path, places, LANGUAGE) == []
    languages = [*settings.LANGUAGES, (LANGUAGE, "Esperanto")]
    folder = path.parent.parent.parent
    paths = [folder, *settings.LOCALE_PATHS]
    with (
        override_settings(LOCALE_PATHS=paths, LANGUAGES=languages),
        translation.override(LANGUAGE),
    ):
        yield


@pytest.mark.usefixtures("third")
def test_rules_refusals_log_and_pages_are_said_in_it():
    game = game_of("gouji")
    assert said(game.meta.title) == f"<{game.meta.title}>"
    assert said(game.meta.options[0].help).startswith("<")
    assert said(import_module("games.engine.gouji.how_to_play").HOW_TO_PLAY[0].lines[0]).startswith(
        "<"
    )
    refused = said(game.refusal("wrong_count", {"count": 3}))
    assert refused == "<张数不对：要出 3 张>"
    assert said(sentence(NotAllowed("no_seat"))).startswith("<")
    assert in_words(game, Passed(1), ("安", "柏")) == "<柏 过牌>"
    assert in_words(game, WentOut(0, 2), ("安", "柏")) == "<安 走科（第 2 个）>"
    assert ruleset_name(game).startswith("<")
    assert gettext("准备") == "<准备>"


def test_the_languages_of_the_site_are_not_touched_by_it():
    with translation.override("en"):
        assert in_words(game_of("gouji"), Passed(1), ("安", "柏")) == "柏 passes"
    assert CATALOG.exists()
