"""The ASGI application: pages over HTTP, table updates over WebSockets of our own origin only.

``python -m gouji_site.web`` serves it; any other server is refused at its start.
"""

import os

from channels.routing import ProtocolTypeRouter, URLRouter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gouji_site.settings")
os.environ.setdefault("DATABASE_POOL", "1")

# Several request threads that import Redis's modules for the first time at once can deadlock.
import channels_redis.pubsub  # noqa: F401 -- for the import alone
import django_redis.client  # noqa: F401 -- for the import alone
import redis.asyncio  # noqa: F401 -- for the import alone
from django.conf import settings

from gouji_site.http import WholeRequests
from gouji_site.lib.env import settings_or_exit
from gouji_site.web import refuse_other_servers

settings_or_exit()
http_application = WholeRequests(settings.WEB_THREADS)

from games.play.sockets.routing import websocket_urlpatterns  # noqa: E402 -- needs the apps to be loaded
from gouji_site.sockets import FromHere, SignedIn  # noqa: E402 -- needs the apps to be loaded

application = ProtocolTypeRouter(
    {
        "lifespan": refuse_other_servers,
        "http": http_application,
        "websocket": FromHere(SignedIn(URLRouter(websocket_urlpatterns))),
    }
)
