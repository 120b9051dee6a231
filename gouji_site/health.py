"""Whether this web process can serve: asked by supervisors and proxies."""

from collections.abc import Callable

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_safe

ADDRESS = "/healthz"


def answered_first(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer who asks for our health before anything else: he asks by an address of the machine and without
    TLS, whatever names the site has and whatever its proxy does.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        return healthz(request) if request.path == ADDRESS else get_response(request)

    return answer


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 -- the signature of a view
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("database", status=503, content_type="text/plain")
    return HttpResponse("ok", content_type="text/plain")
