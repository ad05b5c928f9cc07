"""Celery task of caller data: removes what has expired."""

import time

from celery import shared_task

from privacy.expiry import expire
from routing.runtime import retention, router

SECONDS = 30.0  # below the time limit of tasks; the next hour goes on


@shared_task(name="privacy.expire")
def expire_kept() -> None:
    """Removes what has expired, until nothing more is due. Safe to run several at once."""
    end = time.monotonic() + SECONDS
    expire(router(), retention(), enough=lambda: time.monotonic() >= end)
