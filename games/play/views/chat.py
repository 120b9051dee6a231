"""The view that chat is posted to. New lines come to the page over the table's socket."""

from typing import cast

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from accounts.requests import UserRequest
from games.chat.forms import read_post
from games.chat.words import sentence
from games.engine.core.errors import NotAllowed, Refusal, Unreadable
from games.engine.registry import game_of
from games.play.models import Table
from games.play.services import chat
from games.play.state.access import find_table
from games.play.state.viewers import viewer_for
from gouji_site.lib.ratelimit import within_limit
from gouji_site.lib.requests import SiteRequest, lead_to_sign_in
from gouji_site.lib.waits import busy_means


@require_http_methods(["GET", "POST"])
def post_chat(request: SiteRequest, code: str) -> HttpResponse:
    if request.method == "GET":
        return redirect("table", code)
    table = find_table(code)
    if not request.user.is_authenticated:
        return lead_to_sign_in(request, reverse("table", args=[code]))
    known = cast("UserRequest", request)
    try:
        if not within_limit("chat", known.user.id, most=40, seconds=10):
            raise Unreadable("too_fast")
        posted = read_post(known.POST)
        with busy_means(NotAllowed("busy")):
            chat.answer(table, known.user, posted)
    except Refusal as refusal:
        return _refused(known, table, sentence(refusal))
    if not known.htmx:
        return _back(table)
    # A page with a live socket gets its own line there: sent twice, it would stand there twice.
    said_live = posted.said is not None and request.headers.get("X-Live") == "1"
    return HttpResponse(_refusal("") + ("" if said_live else _fresh(known, table)))


def _refused(request: UserRequest, table: Table, words: str) -> HttpResponse:
    if request.htmx:
        return HttpResponse(_refusal(words), status=409)
    messages.error(request, words)
    return _back(table)


def _fresh(request: UserRequest, table: Table) -> str:
    """The parts of the panel that may have changed: lines, and who is muted."""
    viewer = viewer_for(request.user.id, table.id)
    panel = chat.panel(table, request.user, viewer, game_of(table.ruleset).meta.key)
    return render_to_string("chat/_fresh.html", {"chat": panel}, request)


def _refusal(words: str) -> str:
    return render_to_string("chat/_refusal.html", {"words": words})


def _back(table: Table) -> HttpResponse:
    return redirect(f"{reverse('table', args=[table.code])}#chat")
