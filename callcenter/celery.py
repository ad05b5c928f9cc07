"""Celery application of worker and beat; the CELERY_ names in callcenter/settings.py configure it."""

import gc
import os
import sys
from logging.config import dictConfig
from typing import Any

from celery import Celery
from celery.loaders.app import AppLoader
from celery.signals import setup_logging, worker_process_init
from django.conf import settings

from callcenter.env import SettingError

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "callcenter.settings")


class Loader(AppLoader):
    """Celery's own, but a setting that cannot be used ends the process with one line."""

    def config_from_object(self, obj: Any, silent: bool = False) -> Any:  # noqa: FBT001, FBT002 - Celery's
        try:
            return super().config_from_object(obj, silent)
        except SettingError as error:
            sys.exit(f"error: {error}")


app = Celery("callcenter", loader="callcenter.celery:Loader", amqp="callcenter.broker:BrokerAMQP")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def _log_as_all_processes(**_facts: Any) -> None:
    """Keeps Celery from setting up logs of its own."""
    dictConfig(settings.LOGGING)


@worker_process_init.connect
def _keep_what_is_loaded(**_facts: Any) -> None:
    """Keeps the garbage collector from scanning what is loaded: its pauses delay simulated people."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
