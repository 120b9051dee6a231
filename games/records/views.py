"""Pages of the records."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine.shelf import game_of
from games.records.access import record_for
from games.records.selectors import records_of
from gouji_site.lib.requests import UserRequest

PAGE = 20


@require_safe
@login_required
def own_records(request: UserRequest) -> HttpResponse:
    page = Paginator(records_of(request.user), PAGE).get_page(request.GET.get("page"))
    rows = [
        {
            "record": record,
            "game": game_of(record.ruleset).meta.title.zh,
            "names": [player.name or "机器人" for player in record.players.all()],
        }
        for record in page
    ]
    return render(request, "records/own.html", {"rows": rows, "page": page})


@require_safe
@login_required
def record_text(request: UserRequest, match_id: int) -> HttpResponse:
    record = record_for(request.user, match_id)
    name = f"gouji-{match_id}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(record.text, content_type="text/plain; charset=utf-8", headers=headers)
