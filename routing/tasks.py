"""Celery tasks of routing: overdue sweep every few seconds; each minute expired idempotency keys, and
agents after a change of skills.
"""

from celery import shared_task

from routing.runtime import router, skills_saved
from routing.services.keyed.commands import commands_forget
from routing.services.setup.skill_moves import agents_move_on, contacts_move_on
from routing.services.sweeping import sweep

# The dispatcher sweeps first; the worker takes over if the dispatcher is gone.
OVERDUE_SECONDS = 1.5


@shared_task(name="routing.sweep")
def sweep_overdue() -> None:
    """Makes changes that have been due for a while. Safe to run several at once."""
    sweep(router(), overdue_seconds=OVERDUE_SECONDS)
    contacts_move_on(router(), skills_saved)


@shared_task(name="routing.forget_commands")
def forget_commands() -> None:
    """Removes expired idempotency keys."""
    commands_forget(router())


@shared_task(name="routing.move_agents_on")
def move_agents_on() -> None:
    """Takes former skills from agents, and gives back those in use again."""
    agents_move_on(router(), skills_saved)
