"""What a name and a password have to be. Every refusal names the rule that was broken."""

import re
import unicodedata
from typing import Final

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.services import GUEST_NAMES

MAX_NAME: Final = 12
_ALLOWED: Final = re.compile(r"[\w.@+-]")
"""A character as Django's validator of names has it."""
_BLANKS: Final = frozenset("\u115f\u1160")
"""Letters that show nothing and are nothing else in disguise."""


def check_name(name: str) -> None:
    """A name of at most MAX_NAME characters that is not made to look like a guest's, and has no letters that
    show nothing or are others in another dress: two people must not look alike.

    Raises ValidationError with the rule that the name breaks.
    """
    if len(name) > MAX_NAME:
        raise ValidationError(_("名字最多 {most} 个字。").format(most=MAX_NAME))
    if any(character.isspace() for character in name):
        raise ValidationError(_("名字里不能有空格。"))
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
    """Django's rule, in words that its Chinese catalogue lacks."""

    def get_error_message(self) -> str:
        """Return what is said of a password that is too short."""
        return _("密码至少 {least} 位。").format(least=self.min_length)
