"""The parts of a table's page that are swapped by id, each made from one template and one value.

A part is rendered again only when its value has changed. A full set of parts is always right; to send only those that a
browser lacks is an optimisation.
"""

from collections.abc import Hashable, Iterator
from typing import Final, NamedTuple

from django.template.loader import get_template
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from games.play.display.screens import own_screen, public_screen
from games.play.display.types import OwnScreen, PublicScreen
from games.play.display.words import cached_words
from games.play.state.table_state import TableState

PART_TEMPLATES: Final = "play/parts/"
REPEATED: Final = frozenset({"_card_counter.html", "_controls.html", "_refusal.html"})
"""The templates that many seats show with the same value, so that a cache pays. The others' values are nearly all new."""
KEPT: Final = 16_384
"""For a hundred tables: they have 8,000 groups of cards in hand, and 2,000 seat panels and plays. Some 15 MB."""


class PagePart(NamedTuple):
    """A part of the page: its id, its template, and the frozen value that it shows."""

    name: str
    template: str
    value: Hashable


def public_parts(screen: PublicScreen) -> Iterator[PagePart]:
    """The parts that all viewers share."""
    yield PagePart("version", "_version.html", screen.version)
    yield PagePart("status", "_status.html", screen.status)
    for seat in screen.seats:
        yield PagePart(f"seat-{seat.number}", "_seat.html", seat)
    yield PagePart("log", "_log.html", screen.log)
    yield PagePart("result", "_result.html", screen.result)
    yield PagePart("cues", "_cues.html", screen.cues)


def own_parts(screen: OwnScreen) -> Iterator[PagePart]:
    """The parts of one viewer."""
    yield PagePart("memory", "_card_counter.html", screen.card_counter)
    yield PagePart("hand", "_hand.html", screen.hand)
    yield PagePart("controls", "_controls.html", screen.controls)
    yield PagePart("tools", "_tools.html", screen.tools)


class Renderer:
    """Renders parts, and keeps the last rendering of each for its value, by language. One thread at a time may use it."""

    def __init__(self) -> None:
        self._done: dict[tuple[str | None, int | None, str], tuple[Hashable, str]] = {}

    def public(self, table_state: TableState) -> dict[str, str]:
        """Part name to HTML for what all viewers share."""
        return self._render(None, public_parts(public_screen(table_state)))

    def own(self, table_state: TableState, seat: int | None) -> dict[str, str]:
        """Part name to HTML for the holder of ``seat``, or for watchers where it is None."""
        # None is the key of the public parts.
        place = -1 if seat is None else seat
        return self._render(place, own_parts(own_screen(table_state, seat)))

    def _render(self, place: int | None, parts: Iterator[PagePart]) -> dict[str, str]:
        language = get_language()
        return {part.name: self._one(language, place, part) for part in parts}

    def _one(self, language: str | None, place: int | None, part: PagePart) -> str:
        key = (language, place, part.name)
        known = self._done.get(key)
        if known is not None and known[0] == part.value:
            return known[1]
        html = render_part(part)
        self._done[key] = (part.value, html)
        return html


def render_part(part: PagePart) -> str:
    """The HTML of one part: an element with the id ``r-NAME`` that htmx swaps in."""
    draw = drawn if part.template in REPEATED else _draw
    return draw(part.template, part.value)


def _draw(template: str, value: Hashable) -> str:
    html = get_template(PART_TEMPLATES + template).render({"it": value})
    return mark_safe(html.rstrip("\n"))  # noqa: S308 -- a template's own


drawn: Final = cached_words(KEPT)(_draw)
"""A template rendered with a value, once for all seats and tables that show the same."""


def refusal_part(words: str) -> str:
    """The part beside the hand that says why an act was refused; empty words clear it."""
    return render_part(PagePart("refusal", "_refusal.html", words))
