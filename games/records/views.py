"""Pages of the records."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Final, TypeAlias

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.permissions import Act
from accounts.requests import UserRequest
from games.engine.core.errors import Refusal
from games.engine.core.records import Broken
from games.permission import check_may_see
from games.play.state.access import table_for
from games.play.state.delayed import visible_state_for
from games.play.state.selectors import UNREADABLE
from games.records import display, replay_position
from games.records.access import BeingWritten, record_for
from games.records.models import Record
from games.records.replay_cache import Replay, is_at_hand, replay_of
from games.records.selectors import records_of
from gouji_site.lib.ratelimit import within_limit
from gouji_site.lib.requests import SiteRequest

View: TypeAlias = Callable[[UserRequest, int], HttpResponse]

log: Final = logging.getLogger(__name__)

PAGE: Final = 20
MOST_PLAYED_BACK: Final = 12
"""Records that one user may have played back in a minute: each may take a second of CPU."""
DOWNLOADED: Final = 30
"""Files that one user may download in a minute."""


def _told_to_wait(view: View) -> View:
    """A view of a record with a page that says so where a worker has still to write it, and loads itself again."""

    @wraps(view)
    def wrapped(request: UserRequest, number: int) -> HttpResponse:
        try:
            return view(request, number)
        except BeingWritten:
            page = render(request, "records/being_written.html", status=202)
            # In seconds; it works without script.
            page.headers["Refresh"] = "2"
            return page

    return wrapped


def _told_if_damaged(view: View) -> View:
    """A view of a record with a page that says so where today's rules refuse it, or it was stored damaged."""

    @wraps(view)
    def wrapped(request: UserRequest, number: int) -> HttpResponse:
        try:
            return view(request, number)
        except (Refusal, Broken):
            return _unplayable(request, number)
        except UNREADABLE:
            log.exception("record %s cannot be shown", number)
            return _unplayable(request, number)

    return wrapped


@require_safe
@never_cache
@login_required
def own_records(request: UserRequest) -> HttpResponse:
    check_may_see(request.user, Act.REPLAY)
    page = Paginator(records_of(request.user), PAGE).get_page(request.GET.get("page"))
    rows = [
        {
            "record": record,
            "game": display.game_title(record),
            "names": display.names_in(record),
        }
        for record in page
    ]
    return render(request, "records/own.html", {"rows": rows, "page": page})


@require_safe
@never_cache
@login_required
@_told_to_wait
@_told_if_damaged
def record_page(request: UserRequest, number: int) -> HttpResponse:
    """A finished match at one of its moves; for htmx only the page parts."""
    if not within_limit("replay", request.user.id, most=200, seconds=10):
        return _too_fast(request)
    record = record_for(request.user, number)
    if not _may_play_back(request, record):
        return _too_fast(request)
    replay = replay_of(record)
    if not replay.chapters:
        return _unplayable(request, number)
    move = display.move_of(request.GET.get("m", ""), replay.last)
    watched = display.watched_of(request.GET.get("seat", ""), record, request.user.id)
    table_state = replay_position.table_state_at(record, replay, move)
    parts = replay_position.parts_at(table_state, replay, move, watched)
    if request.htmx:
        return HttpResponse("\n".join(parts.values()))
    return _whole_page(request, record, replay, move, watched, parts)


def _unplayable(request: UserRequest, number: int) -> HttpResponse:
    return render(request, "records/unplayable.html", {"record": record_for(request.user, number)})


def _may_play_back(request: UserRequest, record: Record) -> bool:
    """Whether a record is cached, or its reader has not had many others played back just now."""
    # A whole page also checks the proof, which has a cache of its own.
    if is_at_hand(record) and (request.htmx or display.is_checked(record)):
        return True
    return within_limit("unwind", request.user.id, most=MOST_PLAYED_BACK, seconds=60)


def _too_fast(request: UserRequest) -> HttpResponse:
    if request.htmx:
        return HttpResponse(status=429)
    return render(request, "429.html", status=429)


def _whole_page(
    request: UserRequest,
    record: Record,
    replay: Replay,
    move: int,
    watched: str,
    parts: dict[str, str],
) -> HttpResponse:
    context = {
        "record": record,
        **display.headings(record, replay),
        "parts": parts,
        "watched": watched,
        "from": int(watched) if watched.isdigit() else 0,
        "choices": display.choices(record, replay, watched),
        "move": move,
        "contents": display.contents(record, replay, move),
        "check": display.proof_shown(record),
    }
    return render(request, "records/replay.html", context)


@require_safe
@never_cache
@login_required
@_told_to_wait
@_told_if_damaged
def record_text(request: UserRequest, number: int) -> HttpResponse:
    if not _may_take(request):
        return _too_fast(request)
    record = record_for(request.user, number, Act.DOWNLOAD)
    return _download(record.text_with_proof, "text/plain; charset=utf-8", f"gouji-{number}.txt")


@require_safe
@never_cache
@login_required
@_told_to_wait
@_told_if_damaged
def record_json(request: UserRequest, number: int) -> HttpResponse:
    if not _may_take(request):
        return _too_fast(request)
    record = record_for(request.user, number, Act.DOWNLOAD)
    return _download(display.json_of(record), "application/json", f"gouji-{number}.json")


def _may_take(request: UserRequest) -> bool:
    return within_limit("download", request.user.id, most=DOWNLOADED, seconds=60)


def _download(content: str | bytes, kind: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=kind, headers=headers)


@require_safe
def fair(request: SiteRequest) -> HttpResponse:
    """How a deal can be checked."""
    return render(request, "records/fair.html", {})


@require_safe
@never_cache
def fair_at(request: SiteRequest, code: str) -> HttpResponse:
    """The same with a table's commitment, and the salts of its match once the reader has seen it begin."""
    table = table_for(request.user, code)
    seen = visible_state_for(table.id, request.user.id)
    match = seen.table_state.match if seen else None
    salts = display.salts_of(match.id) if match else []
    context = {"table": table, "match": match, "salts": salts}
    return render(request, "records/fair.html", context)
