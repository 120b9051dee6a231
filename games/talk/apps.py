"""Talk as a Django app."""

from django.apps import AppConfig


class TalkConfig(AppConfig):
    """What people say to each other at a table."""

    name = "games.talk"
    label = "talk"
