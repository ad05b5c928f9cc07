"""The Celery application of worker and beat; its settings are the CELERY_ names in callcenter/settings.py."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "callcenter.settings")

app = Celery("callcenter")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
