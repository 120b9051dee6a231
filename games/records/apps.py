"""Finished matches as a Django app."""

from django.apps import AppConfig


class RecordsConfig(AppConfig):
    """Records."""

    name = "games.records"
    label = "records"

    def ready(self) -> None:
        """Connect the receivers."""
        from games.records import receivers  # noqa: F401, PLC0415 -- models are ready only now
