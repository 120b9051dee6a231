"""How allauth serves this site."""

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ValidationError

MAX_NAME = 12


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Names are shown at the table: any script, short, no spaces."""

    def clean_username(self, username: str, shallow: bool = False) -> str:  # noqa: FBT001, FBT002
        """A name of at most MAX_NAME characters that is not made to look like a guest's."""
        username = str(super().clean_username(username, shallow=shallow))
        if len(username) > MAX_NAME:
            raise ValidationError(f"名字最多 {MAX_NAME} 个字。")
        if username.startswith("游客"):
            raise ValidationError("“游客”开头的名字留给游客。")
        return username
