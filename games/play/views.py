"""Pages of a table."""

import json
import secrets
from collections.abc import Callable
from typing import Final, cast

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.permissions import Act
from accounts.requests import UserRequest
from games.engine.core.errors import NotAllowed, Refusal, Unreadable
from games.engine.shelf import game_of
from games.permission import check_may
from games.play import talking
from games.play.access import find_table, table_for
from games.play.forms import read_kick, read_post
from games.play.hints import hint_for, hint_words
from games.play.loading import Loaded, load
from games.play.models import Table
from games.play.past import look
from games.play.regions import Renderer, refusal_region
from games.play.selectors import BrokenMatchError, removal_of
from games.play.services import holding, moves, seats, trustee
from games.play.services.breaking import close_broken
from games.play.words import said, sentence
from gouji_site.lib.ratelimit import within_limit
from gouji_site.lib.requests import SiteRequest, lead_to, lead_to_sign_in
from gouji_site.lib.waits import busy_means

TABLE_ACTS: Final[dict[str, Callable[[Table, UserRequest], None]]] = {
    "ready": lambda table, request: seats.set_ready(
        table_id=table.id, user=request.user, ready=True, salt=request.POST.get("salt", "")
    ),
    "auto": lambda table, request: trustee.set_auto(
        table_id=table.id, user=request.user, auto=True
    ),
    "unauto": lambda table, request: trustee.set_auto(
        table_id=table.id, user=request.user, auto=False
    ),
    "unready": lambda table, request: seats.set_ready(
        table_id=table.id, user=request.user, ready=False
    ),
    "bots": lambda table, request: seats.add_bots(table_id=table.id, user=request.user),
    "quiet": lambda table, request: seats.set_quiet(
        table_id=table.id, user=request.user, quiet=True
    ),
    "unquiet": lambda table, request: seats.set_quiet(
        table_id=table.id, user=request.user, quiet=False
    ),
    "leave": lambda table, request: seats.leave(table_id=table.id, user=request.user),
}


@require_safe
@never_cache
def table_page(request: SiteRequest, code: str) -> HttpResponse:
    return _page(request, table_for(request.user, code), "", 200)


@require_http_methods(["GET", "POST"])
def act(request: SiteRequest, code: str) -> HttpResponse:
    if request.method == "GET":
        return redirect("table", code)
    if not request.user.is_authenticated:
        return lead_to_sign_in(request, reverse("table", args=[code]))
    known = cast("UserRequest", request)
    table = find_table(code)
    try:
        with busy_means(NotAllowed("busy")):
            return _answer(known, table)
    except Refusal as refusal:
        if isinstance(refusal, BrokenMatchError):
            close_broken(refusal.match_id)
        words = said(sentence(refusal, game_of(table.ruleset)))
        return _refused(known, table, words, refusal.code)


def _answer(request: UserRequest, table: Table) -> HttpResponse:
    do = request.POST.get("do", "")
    if not within_limit("act", request.user.id, most=120, seconds=10):
        raise Unreadable("too_fast")
    if do == "hint":
        return _hint(request, table)
    _carry_out(request, table, do)
    if do == "leave":
        return lead_to(request, reverse("lobby"))
    if not request.htmx:
        return redirect("table", table.code)
    if request.headers.get("X-Live") == "1":
        return HttpResponse(refusal_region(""))
    return HttpResponse(_regions(request, table) + refusal_region(""))


def _carry_out(request: UserRequest, table: Table, do: str) -> None:
    if do in TABLE_ACTS:
        TABLE_ACTS[do](table, request)
    elif do.startswith("sit ") and do[4:].isascii() and do[4:].isdigit():
        seats.sit(table_id=table.id, user=request.user, number=int(do[4:][:4]))
    elif do.startswith("kick "):
        number, name = read_kick(do)
        seats.kick(table_id=table.id, user=request.user, number=number, name=name)
    else:
        posted = read_post(request.POST)
        moves.submit_action(
            match_id=posted.match_id,
            table_id=table.id,
            user=request.user,
            text=posted.text,
            version=posted.version,
        )


def _refused(request: UserRequest, table: Table, words: str, code: str) -> HttpResponse:
    if not request.htmx:
        return _page(request, table, words, 409)
    fresh = _regions(request, table) if code == "moved_on" else ""
    return HttpResponse(fresh + refusal_region(words), status=409)


def _hint(request: UserRequest, table: Table) -> HttpResponse:
    check_may(request.user, Act.HINT, table)
    loaded = load(table.id)
    seat = loaded.viewer(request.user.id).seat if loaded else None
    if loaded is None or seat is None:
        raise NotAllowed("no_seat")
    press = request.POST.get("press", "0")
    hint = hint_for(loaded, seat, int(press[:3]) if press.isascii() and press.isdigit() else 0)
    if not request.htmx:
        return _page(
            request, table, _("提示：{hint}").format(hint=hint_words(loaded, seat, hint)), 200
        )
    told = {"hint": {"verb": hint.verb, "cards": hint.cards}}
    return HttpResponse(refusal_region(""), headers={"HX-Trigger": json.dumps(told)})


def _page(request: SiteRequest, table: Table, words: str, status: int) -> HttpResponse:
    seen = look(table.id, request.user.id)
    if seen is None:
        return redirect("lobby")
    loaded, viewer = seen
    seat = viewer.seat
    if seat is None and not words:
        words = _why_removed(request, table)
    context = {
        "code": table.code,
        "title": said(loaded.game.meta.title),
        "kind": loaded.game.meta.key,
        "seat": seat if seat is not None else 0,
        "seated": seat is not None,
        "private": table.private,
        "regions": _rendered(loaded, seat),
        "refusal": refusal_region(words),
        "now_ms": int(timezone.now().timestamp() * 1000),
        "talk": talking.panel(loaded.table, request.user, viewer, loaded.game.meta.key),
        "talk_once": secrets.token_hex(16),
    }
    return render(request, "play/table.html", context, status=status)


def _why_removed(request: SiteRequest, table: Table) -> str:
    """What somebody is told whose seat was freed lately."""
    if not request.user.is_authenticated:
        return ""
    removal = removal_of(request.user, table.id, timezone.now() - holding.BARRED_FOR)
    if removal is None:
        return ""
    return said(sentence(NotAllowed("kicked" if removal.kicked else "late")))


def _regions(request: UserRequest, table: Table) -> str:
    seen = look(table.id, request.user.id)
    return "\n".join(_rendered(seen.loaded, seen.viewer.seat).values()) if seen else ""


def _rendered(loaded: Loaded, seat: int | None) -> dict[str, str]:
    renderer = Renderer()
    return {**renderer.public(loaded), **renderer.own(loaded, seat)}
