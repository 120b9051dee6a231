"""Addresses of the sockets."""

from django.urls import path

from games.play.consumers import TableConsumer

websocket_urlpatterns = [path("ws/table/<str:code>/", TableConsumer.as_asgi())]
