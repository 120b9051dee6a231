"""What a page part is made of: pieces that stay the same from update to update, rendered once for all who show them."""

from collections.abc import Hashable, Iterable
from typing import Final

from django import template
from django.utils.safestring import mark_safe

from games.play.display.page_parts import drawn

register: Final = template.Library()


@register.filter
def page_part(value: Hashable, name: str) -> str:
    """The value in the template of that name among the page parts, rendered once for all who show the same."""
    return drawn(name, value)


@register.filter
def page_parts(values: Iterable[Hashable], name: str) -> str:
    """The values one after the other, each in that template."""
    return mark_safe("".join(drawn(name, value) for value in values))  # noqa: S308 -- templates escape
