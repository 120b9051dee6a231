"""The Celery application."""

import os

from celery import Celery

from gouji_site import broker
from gouji_site.lib.env import settings_or_exit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gouji_site.settings")
settings_or_exit()

# Before the app: it looks up the transport of its address when it is first used.
broker.register()
app = Celery("gouji")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
