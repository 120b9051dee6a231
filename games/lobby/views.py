"""Pages of the lobby."""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Final

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.permissions import Act
from accounts.requests import UserRequest
from games.engine.core.errors import NotAllowed, Refusal, Unreadable
from games.engine.core.options import Meta, make_ruleset
from games.engine.registry import GAMES, game_of, meta_of
from games.lobby.forms import OpenTableForm
from games.lobby.rulebook import rulebook_of
from games.lobby.selectors import live_count, live_table_rows, open_table_rows, own_table_rows
from games.lobby.time_controls import BY_KEY, TIME_CONTROLS
from games.permission import check_may_see
from games.play.display.words import said, sentence
from games.play.models import Table
from games.play.services.matchmaking import quick_match
from games.play.services.seats import open_table, quick_start
from games.records.display import game_title
from games.records.selectors import records_of
from gouji_site.lib.ratelimit import within_limit
from gouji_site.lib.requests import SiteRequest, posted
from gouji_site.lib.waits import busy_means

OPENED_MOST: Final = 30
"""Tables that one user may open in an hour."""
OPENED_FROM_ADDRESS: Final = 300
"""The same from one address: a school or an office may be behind it, but also many guests of one person."""
HOUR: Final = 3600
SOME_LIVE: Final = 4
RECENT: Final = 5


@require_safe
@never_cache
def lobby(request: SiteRequest) -> HttpResponse:
    return _lobby(request)


@require_safe
@never_cache
def watch(request: SiteRequest) -> HttpResponse:
    check_may_see(request.user, Act.WATCH)
    context = {"live_tables": live_table_rows()}
    if request.htmx:
        return _fresh(request, "lobby/_live.html", context)
    return render(request, "lobby/watch.html", context)


@login_required
@require_safe
@never_cache
def mine(request: UserRequest) -> HttpResponse:
    own = own_table_rows(request.user)
    context = {
        "playing": [row for row in own if row.live],
        "waiting": [row for row in own if not row.live],
        "records": [
            {
                "record": record,
                "game": game_title(record),
                "players": list(record.players.all()),
            }
            for record in records_of(request.user)[:RECENT]
        ],
    }
    return render(request, "lobby/mine.html", context)


@login_required
@require_POST
def quick(request: UserRequest) -> HttpResponse:
    game = _meta_or_404(request.POST.get("game", GAMES[0])).key
    if not _may_open(request):
        return _refused(request, NotAllowed("too_many_tables"))
    try:
        salt = request.POST.get("salt", "")
        with busy_means(NotAllowed("busy")):
            table = quick_start(user=request.user, game=game, salt=salt)
    except Refusal as refusal:
        return _refused(request, refusal)
    return redirect("table", table.code)


@login_required
@require_POST
def match(request: UserRequest) -> HttpResponse:
    if not _may_open(request):
        return _refused(request, NotAllowed("too_many_tables"))
    try:
        with busy_means(NotAllowed("busy")):
            table = quick_match(user=request.user, ruleset=request.POST.get("ruleset", GAMES[0]))
    except Refusal as refusal:
        return _refused(request, refusal)
    return redirect("table", table.code)


@login_required
@require_http_methods(["GET", "POST"])
def open_new(request: UserRequest) -> HttpResponse:
    meta = _meta_or_404(request.GET.get("game", GAMES[0]))
    form = OpenTableForm(posted(request), meta=meta)
    if request.method == "POST" and form.is_valid():
        try:
            if _may_open(request):
                return redirect("table", _opened(request, form).code)
            form.add_error(None, said(sentence(NotAllowed("too_many_tables"))))
            return _open_page(request, form, 429)
        except NotAllowed as refusal:
            form.add_error(None, said(sentence(refusal)))
            return _open_page(request, form, 409)
    return _open_page(request, form, 422 if form.errors else 200)


@require_safe
def rules(request: SiteRequest, ruleset: str) -> HttpResponse:
    try:
        game = game_of(ruleset)
    except Unreadable as refusal:
        raise Http404(refusal.code) from refusal
    return render(request, "lobby/rules.html", {"book": rulebook_of(game)})


def _lobby(request: SiteRequest, status: int = 200) -> HttpResponse:
    game, time_control = request.GET.get("game", ""), request.GET.get("time_control", "")
    game, time_control = (
        game if game in GAMES else "",
        time_control if time_control in BY_KEY else "",
    )
    context: dict[str, object] = {
        "tables": open_table_rows(game, time_control),
        "live": live_count(),
        "live_tables": live_table_rows(SOME_LIVE),
        "game": game,
        "time_control": time_control,
        "games": _games(),
        "time_controls": TIME_CONTROLS,
    }
    if request.htmx and status == 200:
        return _fresh(request, "lobby/_tables.html", context)
    if request.user.is_authenticated:
        context["own"] = own_table_rows(request.user)
    return render(request, "lobby/lobby.html", context, status=status)


def _fresh(request: SiteRequest, template: str, context: Mapping[str, object]) -> HttpResponse:
    """A part of a page that is asked for every few seconds; 204 where the page has it already.

    Swapped for the same again, a list would lose the focus of somebody who is about to press something in it.
    """
    html = render_to_string(template, context, request)
    mark = blake2b(html.encode(), digest_size=8).hexdigest()
    if request.headers.get("X-Has") == mark:
        return HttpResponse(status=204)
    return HttpResponse(html, headers={"X-Has": mark})


def _refused(request: SiteRequest, refusal: Refusal) -> HttpResponse:
    messages.error(request, said(sentence(refusal)))
    return _lobby(request, 429 if refusal.code == "too_many_tables" else 409)


def _may_open(request: UserRequest) -> bool:
    address = get_adapter().get_client_ip(request)
    mine = within_limit("open", request.user.id, most=OPENED_MOST, seconds=HOUR)
    return mine and within_limit("open-from", address, most=OPENED_FROM_ADDRESS, seconds=HOUR)


def _opened(request: UserRequest, form: OpenTableForm) -> Table:
    with busy_means(NotAllowed("busy")):
        return open_table(user=request.user, ruleset=form.ruleset(), settings=form.settings())


def _open_page(request: UserRequest, form: OpenTableForm, status: int) -> HttpResponse:
    context = {"form": form, "title": said(form.meta.title), "games": _games()}
    return render(request, "lobby/open.html", context, status=status)


def _games() -> list[dict[str, object]]:
    return [
        {
            "key": meta.key,
            "title": said(meta.title),
            "presets": [
                {"ruleset": str(make_ruleset(meta, preset.key, {})), "label": said(preset.label)}
                for preset in meta.presets
            ],
        }
        for meta in map(meta_of, GAMES)
    ]


def _meta_or_404(key: str) -> Meta:
    try:
        return meta_of(key)
    except Unreadable as refusal:
        raise Http404(refusal.code) from refusal
