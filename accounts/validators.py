"""The rules for names and passwords. Every refusal names the rule that was broken."""

import re
import unicodedata
from typing import Final

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.services import GUEST_NAMES

MAX_NAME: Final = 12
"""Characters: a name has to fit beside a seat at the table."""
_ALLOWED: Final = re.compile(r"[\w.@+-]")
"""The characters of Django's own validator of names."""
_BLANKS: Final = frozenset("\u115f\u1160")
"""Letters that show nothing and that NFKC leaves as they are."""


def check_name(name: str) -> None:
    """Check a name: at most MAX_NAME characters, no spaces, not like a guest's, and nothing by which two people could have
    names that look the same. Raises ValidationError with the rule that it breaks.
    """
    if len(name) > MAX_NAME:
        raise ValidationError(_("名字最多 {most} 个字。").format(most=MAX_NAME))
    if any(character.isspace() for character in name):
        raise ValidationError(_("名字里不能有空格。"))
    # NFKC changes letters that are variants of others: full-width, ligatures, letters in a circle.
    if unicodedata.normalize("NFKC", name) != name:
        raise ValidationError(_("名字里有看不见的或变形的字，请换一个。"))
    for character in name:
        _check_character(character)
    for taken in GUEST_NAMES:
        if name.lower().startswith(taken.lower()):
            raise ValidationError(_("“{name}”开头的名字留给游客。").format(name=taken))


def _check_character(character: str) -> None:
    if character in _BLANKS or unicodedata.category(character).startswith("C"):
        raise ValidationError(_("名字里有看不见的或变形的字，请换一个。"))
    if not _ALLOWED.fullmatch(character):
        raise ValidationError(
            _("名字里不能有“{sign}”：只能用文字、数字和 @ . + - _。").format(sign=character)
        )


class LongEnough(MinimumLengthValidator):
    """Django's rule with a sentence of our own, which its Chinese catalogue lacks."""

    def get_error_message(self) -> str:
        return _("密码至少 {least} 位。").format(least=self.min_length)
