"""Owns the Celery side of the load: beat sends one tick a second, and each is a worker's turn."""

import os
import socket
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

from celery import shared_task

from routing.runtime import router
from simulation.turns import turn_take

# Actions of one step are independent of each other; more threads would only queue at the table.
THREADS = 8


@shared_task(name="simulation.tick")
def tick() -> None:
    """Looks after the load for about a second. Two at once do no harm; where one dies, the next goes on."""
    owner = f"{socket.gethostname()}-{os.getpid()}-{uuid4().hex[:8]}"
    with ThreadPoolExecutor(THREADS, thread_name_prefix="load") as pool:
        turn_take(router(), owner=owner, each=pool.map)
