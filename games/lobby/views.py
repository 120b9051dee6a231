"""Pages of the lobby."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.engine.core.errors import Unreadable
from games.engine.core.options import Meta
from games.engine.shelf import GAMES, game_of, meta_of
from games.lobby.forms import OpenTableForm
from games.lobby.rulebook import rulebook_of
from games.lobby.selectors import live_count, open_table_rows
from games.play.selectors import own_seat
from games.play.services.seats import open_table, quick_start
from gouji_site.lib.requests import SiteRequest, UserRequest, posted


@require_safe
@never_cache
def lobby(request: SiteRequest) -> HttpResponse:
    seat = own_seat(request.user) if request.user.is_authenticated else None
    context = {
        "tables": open_table_rows(),
        "live": live_count(),
        "own_table": seat.table.code if seat else "",
        "other_games": [meta_of(key) for key in GAMES[1:]],
    }
    template = "lobby/_tables.html" if request.htmx else "lobby/lobby.html"
    return render(request, template, context)


@login_required
@require_POST
def quick(request: UserRequest) -> HttpResponse:
    game = _meta_or_404(request.POST.get("game", GAMES[0])).key
    return redirect("table", quick_start(user=request.user, game=game).code)


@login_required
@require_http_methods(["GET", "POST"])
def open_new(request: UserRequest) -> HttpResponse:
    meta = _meta_or_404(request.GET.get("game", GAMES[0]))
    form = OpenTableForm(posted(request), meta=meta)
    if request.method == "POST" and form.is_valid():
        seconds = int(form.cleaned_data["decision_seconds"])
        table = open_table(user=request.user, ruleset=form.ruleset(), decision_seconds=seconds)
        return redirect("table", table.code)
    context = {"form": form, "meta": meta, "games": [meta_of(key) for key in GAMES]}
    return render(request, "lobby/open.html", context, status=422 if form.errors else 200)


@require_safe
def rules(request: SiteRequest, ruleset: str) -> HttpResponse:
    try:
        game = game_of(ruleset)
    except Unreadable as refusal:
        raise Http404(refusal.code) from refusal
    return render(request, "lobby/rules.html", {"book": rulebook_of(game)})


def _meta_or_404(key: str) -> Meta:
    try:
        return meta_of(key)
    except Unreadable as refusal:
        raise Http404(refusal.code) from refusal
