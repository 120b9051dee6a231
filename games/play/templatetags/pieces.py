"""Pieces: parts of a region that stay the same from picture to picture while others change."""

from collections.abc import Hashable, Iterable
from typing import Final

from django import template
from django.utils.safestring import mark_safe

from games.play.display.page_parts import drawn

register: Final = template.Library()


@register.filter
def piece(value: Hashable, name: str) -> str:
    """The value in the template of that name among the regions, rendered once for all who show the same."""
    return drawn(name, value)


@register.filter
def pieces(values: Iterable[Hashable], name: str) -> str:
    """The values one after the other, each in that template."""
    return mark_safe("".join(drawn(name, value) for value in values))  # noqa: S308 -- templates escape
