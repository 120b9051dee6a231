"""Pages of a table."""

from collections.abc import Callable
from typing import Final

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.engine.core.errors import Refusal, Unreadable
from games.engine.shelf import game_of
from games.play.access import table_for
from games.play.forms import read_post
from games.play.models import Table
from games.play.present import Loaded, load
from games.play.regions import Renderer, refusal_region
from games.play.services import moves, seats
from games.play.words import sentence
from gouji_site.lib.ratelimit import within_limit
from gouji_site.lib.requests import SiteRequest, UserRequest

TABLE_ACTS: Final[dict[str, Callable[[Table, UserRequest], None]]] = {
    "ready": lambda table, request: seats.set_ready(
        table_id=table.id, user=request.user, ready=True
    ),
    "unready": lambda table, request: seats.set_ready(
        table_id=table.id, user=request.user, ready=False
    ),
    "bots": lambda table, request: seats.add_bots(table_id=table.id, user=request.user),
    "leave": lambda table, request: seats.leave(table_id=table.id, user=request.user),
}


@require_safe
@never_cache
def table_page(request: SiteRequest, code: str) -> HttpResponse:
    return _page(request, table_for(request.user, code), "", 200)


@login_required
@require_POST
def act(request: UserRequest, code: str) -> HttpResponse:
    table = table_for(request.user, code)
    try:
        if not within_limit("act", request.user.id, most=120, seconds=10):
            raise Unreadable("too_fast")
        _carry_out(request, table)
    except Refusal as refusal:
        words = sentence(refusal, game_of(table.ruleset)).zh
        return _refused(request, table, words, refusal.code)
    if request.POST.get("do") == "leave":
        return _go(request, "lobby")
    if not request.htmx:
        return redirect("table", code)
    if request.headers.get("X-Live") == "1":
        return HttpResponse(refusal_region(""))
    return HttpResponse(_regions(request, table) + refusal_region(""))


def _carry_out(request: UserRequest, table: Table) -> None:
    do = request.POST.get("do", "")
    if do in TABLE_ACTS:
        TABLE_ACTS[do](table, request)
    elif do.startswith("sit ") and do[4:].isascii() and do[4:].isdigit():
        seats.sit(table_id=table.id, user=request.user, number=int(do[4:][:4]))
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


def _go(request: SiteRequest, name: str) -> HttpResponse:
    response = redirect(name)
    if request.htmx:
        return HttpResponse(headers={"HX-Redirect": response["Location"]})
    return response


def _page(request: SiteRequest, table: Table, words: str, status: int) -> HttpResponse:
    loaded = load(table.id)
    if loaded is None:
        return redirect("lobby")
    seat = loaded.seat_of(request.user.id)
    context = {
        "code": table.code,
        "title": loaded.game.meta.title.zh,
        "kind": loaded.game.meta.key,
        "seat": seat if seat is not None else 0,
        "seated": seat is not None,
        "regions": _rendered(loaded, seat),
        "refusal": refusal_region(words),
        "now_ms": int(timezone.now().timestamp() * 1000),
    }
    return render(request, "play/table.html", context, status=status)


def _regions(request: UserRequest, table: Table) -> str:
    loaded = load(table.id)
    if loaded is None:
        return ""
    return "\n".join(_rendered(loaded, loaded.seat_of(request.user.id)).values())


def _rendered(loaded: Loaded, seat: int | None) -> dict[str, str]:
    renderer = Renderer()
    return {**renderer.public(loaded), **renderer.own(loaded, seat)}
