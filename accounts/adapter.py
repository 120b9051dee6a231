"""How this site differs from allauth's usual ways."""

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
    """The site's own rules for names, for addresses of visitors, and for pages to go on to."""

    def clean_username(self, username: str, shallow: bool = False) -> str:  # noqa: FBT001, FBT002
        """A name that follows ``check_name`` and that nobody has. Raises ValidationError with the rule it breaks."""
        check_name(username)
        return str(super().clean_username(username, shallow=shallow))

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address by which limits are counted."""
        # As the rest of the site has it, so that allauth's limits and ours count the same visitor.
        told = request.headers.get("X-Forwarded-For", "")
        return client_address(told, request.META.get("REMOTE_ADDR", ""))

    def is_safe_url(self, url: str | None) -> bool:
        """Whether a page may redirect there; False also for text that is no address, for which allauth raises."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:  # noqa: ANN401, FBT001, FBT002
        """Store the new user. Raises ImmediateHttpResponse, back to the form, where the name was taken a moment ago."""
        # The form has checked the name without a lock, and the database's own rule tells letters' cases apart.
        try:
            with transaction.atomic():
                claim(form.cleaned_data["username"])
                saved: User = super().save_user(request, user, form, commit)
        except IntegrityError as error:
            messages.error(request, _("这个名字刚刚被别人用了。"))
            raise ImmediateHttpResponse(redirect("account_signup")) from error
        return saved
