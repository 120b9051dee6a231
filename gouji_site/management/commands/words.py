"""`manage.py words`: bring the catalogue of translations, and the glossary's page, up to date with the code."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from games.engine.core.texts import CONTEXT
from gouji_site.lib.catalog import Message, compiled, find_messages, read_po, write_po
from gouji_site.management.glossary_page import PAGE, glossary_page

FOLDERS: Final = ("accounts", "games", "gouji_site", "templates")
LOCALES: Final = Path(settings.LOCALE_PATHS[0])
CATALOG: Final = LOCALES / "en" / "LC_MESSAGES" / "django.po"


class Command(BaseCommand):
    """Finds the texts to be translated, keeps their translations, drops those no longer used, compiles, and writes the glossary."""

    help = "更新译文目录和词汇表 Find what is to be translated, compile the catalogue, and write the glossary."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--missing", action="store_true", help="列出还没有译文的 print what has no translation"
        )

    def handle(self, **options: Any) -> None:
        places = find_messages(settings.BASE_DIR, FOLDERS)
        for path in sorted(LOCALES.glob("*/LC_MESSAGES/django.po")):
            language = path.parent.parent.name
            missing = update(path, places, language)
            if options["missing"]:
                for message in missing:
                    print(f"{places[message]}: {message.text}")
            print(f"{language}: {len(places)} texts, {len(missing)} without a translation")
        PAGE.write_text(glossary_page(_english()))


def _english() -> Callable[[str], str]:
    """Translates a message id by the catalogue as it is now; this process may have loaded an earlier one."""
    catalog = read_po(CATALOG.read_text())

    def translate(message: str) -> str:
        context, _, text = message.rpartition(CONTEXT)
        return catalog.get(Message(text, context), ("",))[0]

    return translate


def update(path: Path, places: dict[Message, str], language: str) -> list[Message]:
    """Bring the catalogue of a language up to date and compile it. Returns the messages without a translation.

    For a new language, begin with an empty django.po in a folder of its own.
    """
    known = read_po(path.read_text())
    catalog = {message: known[message] for message in places if message in known}
    path.write_text(write_po(catalog, places, language))
    path.with_suffix(".mo").write_bytes(compiled(catalog, language))
    return [message for message in places if not all(catalog.get(message, ("",)))]
