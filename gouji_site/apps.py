"""The site as a Django app: it brings the Celery application up and holds the commands."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Wiring."""

    name = "gouji_site"

    def ready(self) -> None:
        """Bind tasks to our Celery application in every process. Web processes that serve note that in the database."""
        # Settings and models are complete only now.
        from games.play.services.uptime import stamp_web  # noqa: PLC0415
        from gouji_site.celery import app  # noqa: PLC0415
        from gouji_site.health import answered_itself  # noqa: PLC0415

        app.set_default()
        answered_itself.connect(stamp_web)
