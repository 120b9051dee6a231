"""Template filters for the pieces of a page part: rendered once for all pages that show the same value."""

from collections.abc import Hashable, Iterable
from typing import Final

from django import template
from django.utils.safestring import mark_safe

from games.play.display.page_parts import drawn

register: Final = template.Library()


@register.filter
def page_part(value: Hashable, name: str) -> str:
    """The value, rendered with the template of that name."""
    return drawn(name, value)


@register.filter
def page_parts(values: Iterable[Hashable], name: str) -> str:
    """The values one after the other, each rendered with that template."""
    return mark_safe("".join(drawn(name, value) for value in values))  # noqa: S308 -- templates escape
