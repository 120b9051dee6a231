"""How allauth serves this site."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.shortcuts import redirect

from accounts.models import User

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

    def save_user(self, request: HttpRequest, *args: Any, **kwargs: Any) -> User:  # noqa: ANN401
        """The new user. Where the name has been taken since the form was checked, the form again."""
        try:
            with transaction.atomic():
                user: User = super().save_user(request, *args, **kwargs)
        except IntegrityError as error:
            messages.error(request, "这个名字刚刚被别人用了。")
            raise ImmediateHttpResponse(redirect("account_signup")) from error
        return user
