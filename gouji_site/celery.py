"""The Celery application."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gouji_site.settings")

app = Celery("gouji")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
