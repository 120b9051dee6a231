"""Whether this web process can serve: asked by supervisors and proxies."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 -- the signature of a view
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("database", status=503, content_type="text/plain")
    return HttpResponse("ok", content_type="text/plain")
