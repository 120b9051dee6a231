"""The log of a match, as a page or as a sheet over the table."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.play.display.match_log import deal_log
from games.play.state.access import table_for
from games.play.state.delayed import visible_state_for
from gouji_site.lib.requests import SiteRequest


@require_safe
@never_cache
def log(request: SiteRequest, code: str) -> HttpResponse:
    table = table_for(request.user, code)
    seen = visible_state_for(table.id, request.user.id)
    if seen is None:
        return redirect("lobby")
    wanted = request.GET.get("deal", "")[:4]
    deal = int(wanted) if wanted.isascii() and wanted.isdigit() else None
    context = {"code": table.code, "log": deal_log(seen.table_state, deal)}
    return render(request, "play/_log.html" if request.htmx else "play/log.html", context)
