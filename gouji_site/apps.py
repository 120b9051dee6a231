"""The site as a Django app: it brings the Celery application up and holds the commands."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Wiring."""

    name = "gouji_site"

    def ready(self) -> None:
        """Make our Celery application the one that tasks are bound to, in every process."""
        from gouji_site.celery import app  # noqa: PLC0415 -- settings are complete only now

        app.set_default()
