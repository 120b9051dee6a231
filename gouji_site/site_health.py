"""The state of the whole site for its operators: what stands still or fails although every process is up."""

from datetime import datetime, timedelta
from typing import Final

from allauth.account.adapter import get_adapter
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.play.models import Delivery, Outage, SignOfLife
from games.play.services.finish import failing_consumers
from games.play.services.uptime import OUTAGE
from gouji_site.lib.ratelimit import within_limit

SHOWN_FOR: Final = timedelta(days=1)
MOST_OUTAGES: Final = 20


@require_safe
@never_cache
def site_health(request: HttpRequest) -> HttpResponse:
    """Answer with counts and times as JSON, and with 503 where an operator has to act. Open to anybody."""
    # Open to strangers, and each answer costs several queries.
    if not within_limit("health", get_adapter().get_client_ip(request), most=60, seconds=60):
        return HttpResponse(status=429)
    now = timezone.now()
    seen = dict(SignOfLife.objects.values_list("name", "seen_at"))
    failing = failing_consumers()
    serving = all(_is_fresh(seen.get(name), now) for name in (SignOfLife.WEB, SignOfLife.SITE))
    report = {
        "serving": serving,
        "seconds_since": {name: round((now - at).total_seconds(), 1) for name, at in seen.items()},
        "deliveries_to_make": Delivery.objects.filter(done_at=None).count(),
        "failing_consumers": failing,
        "outages": _outages(now),
    }
    return JsonResponse(report, status=200 if serving and not failing else 503)


def _is_fresh(at: datetime | None, now: datetime) -> bool:
    return at is not None and now - at <= OUTAGE


def _outages(now: datetime) -> list[dict[str, str | float]]:
    """The outages of the last day, the latest first, at most MOST_OUTAGES of them."""
    recent = Outage.objects.filter(ended_at__gt=now - SHOWN_FOR).order_by("-ended_at")
    return [
        {
            "began_at": outage.began_at.isoformat(),
            "seconds": round((outage.ended_at - outage.began_at).total_seconds(), 1),
        }
        for outage in recent[:MOST_OUTAGES]
    ]
