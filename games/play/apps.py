"""The live table as a Django app."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """Tables, seats, matches and moves."""

    name = "games.play"
    label = "play"

    def ready(self) -> None:
        """Connect the receivers."""
        from games.play import receivers  # noqa: F401, PLC0415 -- models are ready only now
