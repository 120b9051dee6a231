"""Finished matches as a Django app."""

from django.apps import AppConfig


class RecordsConfig(AppConfig):
    """Records."""

    name = "games.records"
    label = "records"

    def ready(self) -> None:
        """Register the consumer of ends of matches."""
        from games.records.receivers import register  # noqa: PLC0415 -- models are ready only now

        register()
