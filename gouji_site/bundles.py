"""The style sheet and the script of each kind of page: names under ``bundles/``, joined from files under ``static/``
when they are collected. Without them a table would take 16 style sheets and as many scripts.

Order counts: a page's own sheets come after those of all pages, and the dark theme comes last and overrides them.
"""

from collections.abc import Mapping
from typing import Final


def _sheets(*names: str) -> tuple[str, ...]:
    return tuple(f"css/{name}.css" for name in ("base", *names, "dark"))


def _scripts(*names: str) -> tuple[str, ...]:
    return tuple(f"js/{name}.js" for name in names)


_FELT: Final = ("cards", "table", "seats")
_TABLE: Final = (
    *_FELT,
    *("hand", "settings", "calls", "wide", "lobby_table", "chat", "card_counter", "log"),
)

BUNDLES: Final[Mapping[str, tuple[str, ...]]] = {
    "bundles/site.css": _sheets(),
    "bundles/lobby.css": _sheets("lobby"),
    "bundles/open.css": _sheets("rules", "lobby_form"),
    "bundles/rules.css": _sheets("cards", "rules"),
    "bundles/table.css": _sheets(*_TABLE),
    "bundles/table_four.css": _sheets(*_TABLE, "four"),
    "bundles/log.css": _sheets("cards", "log"),
    "bundles/replay.css": _sheets(*_FELT, "wide", "replay"),
    "bundles/replay_four.css": _sheets(*_FELT, "wide", "four", "replay"),
    "bundles/records.css": _sheets("replay"),
    "bundles/site.js": (*_scripts("zone"), "django_htmx/htmx-2.min.js"),
    "bundles/lobby.js": _scripts("salt", "lobby"),
    "bundles/table.js": (
        "django_htmx/ext/hx-ws-2.min.js",
        *_scripts("same", "salt", "link", "post", "settings", "clock", "hand", "keys", "sound"),
        *_scripts("cues", "table", "seat", "chat", "log"),
    ),
}
