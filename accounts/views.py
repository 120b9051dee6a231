"""Pages of the accounts room; signing up, in and out are allauth's."""

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods, require_POST

from accounts.forms import KeepGuestForm
from accounts.services import keep_guest, make_guest
from gouji_site.lib.ratelimit import within_limit
from gouji_site.lib.requests import SiteRequest, UserRequest, posted

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@require_POST
def guest(request: SiteRequest) -> HttpResponse:
    after = request.POST.get("next", "")
    if not (after.startswith("/") and url_has_allowed_host_and_scheme(after, None)):
        after = "lobby"
    if not request.user.is_authenticated:
        if not within_limit("guest", get_adapter().get_client_ip(request), most=30, seconds=600):
            messages.error(request, "这个地址来的游客太多了，请过几分钟再试，或注册一个账号。")
            return redirect("lobby")
        login(request, make_guest(), backend=BACKEND)
    return redirect(after)


@login_required
@require_http_methods(["GET", "POST"])
def keep(request: UserRequest) -> HttpResponse:
    if not request.user.is_guest:
        return redirect("lobby")
    form = KeepGuestForm(posted(request), user=request.user)
    if request.method == "POST" and form.is_valid():
        try:
            keep_guest(request.user, **form.cleaned_data)
        except IntegrityError:
            form.add_error("username", "这个名字刚刚被别人用了。")
        else:
            update_session_auth_hash(request, request.user)
            messages.success(request, "账号已保存，下次用名字和密码登录。")
            return redirect("lobby")
    return render(request, "accounts/keep.html", {"form": form}, status=422 if form.errors else 200)
