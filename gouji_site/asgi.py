"""The ASGI application: pages over HTTP, table updates over WebSockets of our own origin only."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator

from gouji_site.handler import get_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gouji_site.settings")
os.environ.setdefault("DATABASE_POOL", "1")

django_application = get_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402 -- needs the apps to be loaded

from games.play.routing import websocket_urlpatterns  # noqa: E402 -- needs the apps to be loaded

application = ProtocolTypeRouter(
    {
        "http": django_application,
        "websocket": AllowedHostsOriginValidator(
            AuthMiddlewareStack(URLRouter(websocket_urlpatterns))
        ),
    }
)
