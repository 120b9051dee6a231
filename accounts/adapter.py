"""How allauth serves this site."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services import claim
from accounts.validators import check_name
from gouji_site.lib.addresses import client_address


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Names are shown at the table: any script, short, no spaces."""

    def clean_username(self, username: str, shallow: bool = False) -> str:  # noqa: FBT001, FBT002
        """A name that keeps the rules of names and that nobody has. Raises ValidationError with the broken rule."""
        check_name(username)
        return str(super().clean_username(username, shallow=shallow))

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address that limits are counted by, as the rest of the site has it."""
        told = request.headers.get("X-Forwarded-For", "")
        return client_address(told, request.META.get("REMOTE_ADDR", ""))

    def is_safe_url(self, url: str | None) -> bool:
        """Whether a page may lead there. What cannot be read as an address leads nowhere."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:  # noqa: ANN401, FBT001, FBT002
        """The new user. Where the name has been taken since the form was checked, the form again."""
        try:
            with transaction.atomic():
                claim(form.cleaned_data["username"])
                saved: User = super().save_user(request, user, form, commit)
        except IntegrityError as error:
            messages.error(request, _("这个名字刚刚被别人用了。"))
            raise ImmediateHttpResponse(redirect("account_signup")) from error
        return saved
