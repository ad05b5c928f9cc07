"""Celery tasks of routing: overdue sweep each second, expired idempotency keys each minute."""

from celery import shared_task

from routing.runtime import router
from routing.services.idempotency_keys import commands_forget
from routing.services.sweeping import sweep

# The dispatcher sweeps too and is there first; a worker does what a dispatcher that is gone has left.
OVERDUE_SECONDS = 1.5


@shared_task(name="routing.sweep")
def sweep_overdue() -> None:
    """Does what has been due for a while. Any number at once do no harm."""
    sweep(router(), overdue_seconds=OVERDUE_SECONDS)


@shared_task(name="routing.forget_commands")
def forget_commands() -> None:
    """Removes what is kept under idempotency keys that have expired."""
    commands_forget(router())
