"""Pages of accounts; those for signing up, in and out are allauth's."""

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.forms import KeepGuestForm, SettingsForm
from accounts.requests import UserRequest
from accounts.services import choose, is_guest_still, keep_guest, make_guest
from gouji_site.lib.ratelimit import within_limit
from gouji_site.lib.requests import SiteRequest, posted


@require_POST
def guest(request: SiteRequest) -> HttpResponse:
    after = _after(request)
    if not request.user.is_authenticated:
        # One address may be a whole school; but guests without end would fill the database.
        if not within_limit("guest", get_adapter().get_client_ip(request), most=30, seconds=600):
            messages.error(request, _("这个地址来的游客太多了，请过几分钟再试，或注册一个账号。"))
            return redirect("lobby")
        login(request, make_guest())
    return redirect(after)


@login_required
@require_http_methods(["GET", "POST"])
def keep(request: UserRequest) -> HttpResponse:
    if not request.user.is_guest:
        return redirect("lobby")
    form = KeepGuestForm(posted(request), user=request.user)
    if request.method == "POST" and form.is_valid():
        try:
            if keep_guest(request.user, **form.cleaned_data):
                # The new password ends all sessions; this one goes on.
                update_session_auth_hash(request, request.user)
                messages.success(request, _("账号已保存，下次用名字和密码登录。"))
            return redirect("lobby")
        except IntegrityError:
            form.add_error("username", _("这个名字刚刚被别人用了。"))
    # A second press finds the name taken: by the account itself, that the first one has kept.
    if form.errors and not is_guest_still(request.user):
        return redirect("lobby")
    return render(request, "accounts/keep.html", {"form": form}, status=422 if form.errors else 200)


@require_POST
def language(request: SiteRequest) -> HttpResponse:
    chosen = request.POST.get("language", "")
    response = redirect(_after(request))
    if chosen in dict(settings.LANGUAGES):
        if request.user.is_authenticated:
            choose(request.user, language=chosen)
        _remember(response, chosen)
    return response


@login_required
@require_http_methods(["GET", "POST"])
def settings_page(request: UserRequest) -> HttpResponse:
    form = SettingsForm(posted(request), user=request.user)
    if request.method == "POST" and form.is_valid():
        choose(request.user, **form.cleaned_data)
        chosen = request.user.language
        # This request still has the language from before the choice.
        with override(chosen or get_language()):
            messages.success(request, _("设置已保存。"))
        response = redirect("settings")
        _remember(response, chosen)
        return response
    status = 422 if form.errors else 200
    return render(request, "accounts/settings.html", {"form": form}, status=status)


def refused_post(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say why a form was refused: no cookies, another site, or an old page."""
    # The token is compared with a cookie. Where none came the browser stores none, and loading the page again would not
    # help.
    without_cookies = settings.CSRF_COOKIE_NAME not in request.COOKIES
    elsewhere = reason.startswith(("Origin checking", "Referer checking"))
    context = {"without_cookies": without_cookies, "elsewhere": elsewhere}
    return render(request, "403_csrf.html", context, status=403)


def _after(request: SiteRequest) -> str:
    after = request.POST.get("next", "")
    # A path of this site alone: with a link to elsewhere this page would lend its name to another site.
    own = after.startswith("/") and url_has_allowed_host_and_scheme(after, None)
    return after if own else "lobby"


def _remember(response: HttpResponse, language: str) -> None:
    """Keep the choice in a cookie too, for when nobody is signed in; an empty one deletes it."""
    if not language:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
        return
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
    )
