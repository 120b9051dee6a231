"""Addresses of the sockets."""

from django.urls import path, re_path

from games.play.sockets.consumers import NowhereConsumer, TableConsumer

websocket_urlpatterns = [
    path("ws/table/<str:code>/", TableConsumer.as_asgi()),
    # Last, as it matches every address.
    re_path("", NowhereConsumer.as_asgi()),
]
