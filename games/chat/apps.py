"""Chat as a Django app."""

from django.apps import AppConfig


class ChatConfig(AppConfig):
    """What people say to each other at a table."""

    name = "games.chat"
    label = "talk"
