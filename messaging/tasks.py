"""Tasks of messaging: the purge of expired messages, the sweep of cards."""

import time
from contextlib import suppress

from celery import shared_task

from dynamo.exceptions import TableMissingError
from messaging.cards.sweeping import cards_sweep
from messaging.runtime import card_services, messenger
from messaging.services import purge

SECONDS = 30.0  # below the time limit of tasks; the next hour goes on


@shared_task(name="messaging.purge")
def purge_expired() -> None:
    """Removes what has expired, until nothing more is due."""
    end = time.monotonic() + SECONDS
    while purge(messenger()).conversations and time.monotonic() < end:
        pass


@shared_task(name="messaging.sweep_cards")
def sweep_cards() -> None:
    """Sends clicks to their services, and lets offers expire. Safe to run several at once."""
    with suppress(TableMissingError):  # /health/ready/ tells of it; a line each second would help nobody
        cards_sweep(messenger(), card_services())
