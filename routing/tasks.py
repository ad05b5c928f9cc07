"""Celery tasks of routing: overdue sweep every two seconds, expired idempotency keys each minute."""

from celery import shared_task

from routing.runtime import router
from routing.services.idempotency_keys import commands_forget
from routing.services.sweeping import sweep

# The dispatcher sweeps first; the worker takes over if the dispatcher is gone.
OVERDUE_SECONDS = 1.5


@shared_task(name="routing.sweep")
def sweep_overdue() -> None:
    """Makes changes that have been due for a while. Safe to run several at once."""
    sweep(router(), overdue_seconds=OVERDUE_SECONDS)


@shared_task(name="routing.forget_commands")
def forget_commands() -> None:
    """Removes expired idempotency keys."""
    commands_forget(router())
