"""Pages of a table."""

import json
import secrets
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

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
from games.engine.registry import game_of
from games.permission import check_may
from games.play.display.move_hints import hint_for, hint_words
from games.play.display.page_parts import Renderer, refusal_part
from games.play.display.words import said, sentence
from games.play.models import Table
from games.play.services import autoplay, chat, moves, seating, seats
from games.play.services.breaking import close_broken, close_soon
from games.play.state.access import find_table, table_for
from games.play.state.delayed import visible_state_for
from games.play.state.selectors import BrokenMatchError, removal_of
from games.play.state.table_state import TableState, load
from games.play.views.forms import (
    TableAct,
    TableActForm,
    is_of_an_old_page,
    read_act,
    read_holder,
    read_post,
    read_seat,
)
from gouji_site.lib.ratelimit import within_limit
from gouji_site.lib.requests import SiteRequest, lead_to, lead_to_sign_in
from gouji_site.lib.waits import busy_means

P = ParamSpec("P")


@require_safe
@never_cache
def table_page(request: SiteRequest, code: str) -> HttpResponse:
    return _page(request, table_for(request.user, code), "", 200)


def _posted(
    work: Callable[Concatenate[UserRequest, Table, P], HttpResponse | None],
) -> Callable[..., HttpResponse]:
    """A view for posts at a table by users who are signed in.

    Where ``work`` returns None the answer is the table as it is then. A Refusal is answered with its sentence.
    """

    @require_http_methods(["GET", "POST"])
    @wraps(work)
    def view(request: SiteRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        # Signing in leads back here by GET.
        if request.method == "GET":
            return redirect("table", code)
        if not request.user.is_authenticated:
            return lead_to_sign_in(request, reverse("table", args=[code]))
        known = cast("UserRequest", request)
        table = find_table(code)
        try:
            with busy_means(NotAllowed("busy")):
                if not within_limit("act", known.user.id, most=120, seconds=10):
                    raise Unreadable("too_fast")
                return work(known, table, *args, **kwargs) or _shown(known, table)
        except Refusal as refusal:
            if isinstance(refusal, BrokenMatchError):
                close_broken(refusal.match_id)
            words = said(sentence(refusal, game_of(table.ruleset)))
            return _refused(known, table, words, refusal.code)

    return view


@_posted
def act(request: UserRequest, table: Table) -> HttpResponse | None:
    """An act at the table (``TableAct``), or an action of its game: ``do``, the cards ``c``, and the version ``seen``."""
    if request.POST.get("do") in TableAct.values:
        return _act_at_table(request, table, read_act(request.POST))
    if is_of_an_old_page(request.POST):
        raise Unreadable("old_page")
    posted = read_post(request.POST)
    moves.submit_action(
        match_id=posted.match_id,
        table_id=table.id,
        user=request.user,
        text=posted.text,
        version=posted.version,
    )
    return None


@_posted
def sit(request: UserRequest, table: Table) -> None:
    seats.sit(table_id=table.id, user=request.user, number=read_seat(request.POST))


@_posted
def kick(request: UserRequest, table: Table, number: int) -> None:
    name = read_holder(request.POST)
    seats.kick(table_id=table.id, user=request.user, number=number, name=name)


def _act_at_table(request: UserRequest, table: Table, form: TableActForm) -> HttpResponse | None:
    user = request.user
    match TableAct(form.cleaned_data["do"]):
        case TableAct.READY:
            salt = form.cleaned_data["salt"]
            seats.set_ready(table_id=table.id, user=user, ready=True, salt=salt)
        case TableAct.UNREADY:
            seats.set_ready(table_id=table.id, user=user, ready=False)
        case TableAct.BOTS:
            seats.add_bots(table_id=table.id, user=user)
        case TableAct.AUTO | TableAct.UNAUTO as wish:
            autoplay.set_auto(table_id=table.id, user=user, auto=wish is TableAct.AUTO)
        case TableAct.AUTO_DECLINE | TableAct.STOP_AUTO_DECLINE as wish:
            seats.set_auto_decline(
                table_id=table.id, user=user, auto_decline=wish is TableAct.AUTO_DECLINE
            )
        case TableAct.LEAVE:
            seats.leave(table_id=table.id, user=user)
            return lead_to(request, reverse("lobby"))
        case TableAct.HINT:
            return _hint(request, table, form.cleaned_data["press"] or 0)
    return None


def _shown(request: UserRequest, table: Table) -> HttpResponse:
    """The table after a post that was carried out. A page with a live socket gets the new parts there."""
    if not request.htmx:
        return redirect("table", table.code)
    if request.headers.get("X-Live") == "1":
        return HttpResponse(refusal_part(""))
    return HttpResponse(_parts(request, table) + refusal_part(""))


def _refused(request: UserRequest, table: Table, words: str, code: str) -> HttpResponse:
    if not request.htmx:
        return _page(request, table, words, 409)
    # The page is behind, so it gets the table as it is now; with any other code its ticked cards are left alone.
    fresh = _parts(request, table) if code == "moved_on" else ""
    reload = {"HX-Refresh": "true"} if code == "old_page" else {}
    return HttpResponse(fresh + refusal_part(words), status=409, headers=reload)


def _hint(request: UserRequest, table: Table, press: int) -> HttpResponse:
    check_may(request.user, Act.HINT, table)
    table_state = load(table.id)
    seat = table_state.viewer(request.user.id).seat if table_state else None
    if table_state is None or seat is None:
        raise NotAllowed("no_seat")
    hint = hint_for(table_state, seat, press)
    if not request.htmx:
        return _page(
            request, table, _("提示：{hint}").format(hint=hint_words(table_state, seat, hint)), 200
        )
    told = {"hint": {"verb": hint.verb, "cards": hint.cards}}
    return HttpResponse(refusal_part(""), headers={"HX-Trigger": json.dumps(told)})


def _page(request: SiteRequest, table: Table, words: str, status: int) -> HttpResponse:
    seen = visible_state_for(table.id, request.user.id)
    if seen is None:
        return redirect("lobby")
    close_soon(seen.table_state.broken)
    table_state, viewer = seen
    seat = viewer.seat
    if seat is None and not words:
        words = _why_removed(request, table)
    context = {
        "code": table.code,
        "title": said(table_state.game.meta.title),
        "kind": table_state.game.meta.key,
        "seat": seat if seat is not None else 0,
        "seated": seat is not None,
        "private": table.private,
        "parts": _rendered(table_state, seat),
        "refusal": refusal_part(words),
        "now_ms": int(timezone.now().timestamp() * 1000),
        "chat": chat.panel(table_state.table, request.user, viewer, table_state.game.meta.key),
        "talk_once": secrets.token_hex(16),
    }
    return render(request, "play/table.html", context, status=status)


def _why_removed(request: SiteRequest, table: Table) -> str:
    """What to tell a user whose seat was freed lately; empty for others."""
    if not request.user.is_authenticated:
        return ""
    removal = removal_of(request.user, table.id, timezone.now() - seating.BARRED_FOR)
    if removal is None:
        return ""
    return said(sentence(NotAllowed("kicked" if removal.kicked else "late")))


def _parts(request: UserRequest, table: Table) -> str:
    seen = visible_state_for(table.id, request.user.id)
    return "\n".join(_rendered(seen.table_state, seen.viewer.seat).values()) if seen else ""


def _rendered(table_state: TableState, seat: int | None) -> dict[str, str]:
    renderer = Renderer()
    return {**renderer.public(table_state), **renderer.own(table_state, seat)}
