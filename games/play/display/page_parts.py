"""Regions: the parts of a table's page that are swapped by id, each from one template and one value.

A region is rendered again only when its value has changed. A full set of regions is always right; sending
only those that differ from what a socket has is an optimisation.
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

REGION_TEMPLATES: Final = "play/regions/"
REPEATED: Final = frozenset({"_memory.html", "_controls.html", "_refusal.html"})
"""The templates that many seats show with the same value."""
KEPT: Final = 16_384
"""A hundred tables have eight thousand groups of cards in hand, and two thousand plates and plays; some 15 MB."""


class Region(NamedTuple):
    """A part of the page: its id, its template, and the frozen value that it shows."""

    name: str
    template: str
    value: Hashable


def public_regions(screen: PublicScreen) -> Iterator[Region]:
    """The regions that all viewers share."""
    yield Region("version", "_version.html", screen.version)
    yield Region("status", "_status.html", screen.status)
    for seat in screen.seats:
        yield Region(f"seat-{seat.number}", "_seat.html", seat)
    yield Region("log", "_log.html", screen.log)
    yield Region("result", "_result.html", screen.result)
    yield Region("cues", "_cues.html", screen.cues)


def own_regions(screen: OwnScreen) -> Iterator[Region]:
    """The regions of one viewer alone."""
    yield Region("memory", "_memory.html", screen.memory)
    yield Region("hand", "_hand.html", screen.hand)
    yield Region("controls", "_controls.html", screen.controls)
    yield Region("tools", "_tools.html", screen.tools)


class Renderer:
    """Renders regions and remembers the last rendering of each by its value, every language's apart."""

    def __init__(self) -> None:
        self._done: dict[tuple[str | None, int | None, str], tuple[Hashable, str]] = {}

    def public(self, loaded: TableState) -> dict[str, str]:
        """Region name to HTML for what all viewers share."""
        return self._render(None, public_regions(public_screen(loaded)))

    def own(self, loaded: TableState, seat: int | None) -> dict[str, str]:
        """Region name to HTML for the holder of ``seat``; a watcher's own regions hold nothing hidden."""
        place = -1 if seat is None else seat
        return self._render(place, own_regions(own_screen(loaded, seat)))

    def _render(self, place: int | None, regions: Iterator[Region]) -> dict[str, str]:
        language = get_language()
        return {region.name: self._one(language, place, region) for region in regions}

    def _one(self, language: str | None, place: int | None, region: Region) -> str:
        key = (language, place, region.name)
        known = self._done.get(key)
        if known is not None and known[0] == region.value:
            return known[1]
        html = render_region(region)
        self._done[key] = (region.value, html)
        return html


def render_region(region: Region) -> str:
    """The HTML of one region, an element with the id ``r-NAME`` that swaps itself in."""
    draw = drawn if region.template in REPEATED else _draw
    return draw(region.template, region.value)


def _draw(template: str, value: Hashable) -> str:
    html = get_template(REGION_TEMPLATES + template).render({"it": value})
    return mark_safe(html.rstrip("\n"))  # noqa: S308 -- a template's own


drawn: Final = cached_words(KEPT)(_draw)
"""A template with a value, rendered once for all seats and tables that show the same."""


def refusal_region(words: str) -> str:
    """The region beside the hand that says why not; empty words clear it."""
    return render_region(Region("refusal", "_refusal.html", words))
