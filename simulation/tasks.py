"""Celery tasks of load and simulations, sent once a second: a worker's turn."""

import os
import socket
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

from celery import shared_task

from routing import runtime
from routing.runtime import router
from simulation import run_records
from simulation.background.real_time_turn import turn_in_real_time
from simulation.background.stay import stay
from simulation.background.virtual_player import Player
from simulation.background.worker import Worker
from simulation.in_real_time.real_time_limits import LIMITS
from simulation.people.hands import InThreads

# Actions of one step are independent; more threads would only queue at the table.
THREADS = 8
# Far more than a simulation can take within its limits.
LONGEST_PLAY_SECONDS = 3_000
# The longest simulation in real time, plus an hour for its last calls and its report.
LONGEST_DAY_SECONDS = int(LIMITS["length_seconds"].most) + 3_600


@shared_task(
    name="simulation.play", soft_time_limit=LONGEST_PLAY_SECONDS, time_limit=LONGEST_PLAY_SECONDS + 10
)
def play() -> None:
    """Plays the next simulation, if none is playing; called repeatedly."""
    Player(_owner(), runtime.now).play_next()


@shared_task(
    name="simulation.play_in_real_time",
    soft_time_limit=LONGEST_DAY_SECONDS,
    time_limit=LONGEST_DAY_SECONDS + 60,
)
def play_in_real_time() -> None:
    """Plays the simulation that is there, or ends what a lost worker left, or looks after the load."""
    if not run_records.is_any_in_real_time():
        return
    with ThreadPoolExecutor(THREADS, thread_name_prefix="simulation") as pool:
        hands = InThreads(pool, threads=THREADS)
        turn_in_real_time(Worker(_owner(), router(), each=pool.map, hands=hands, goes_on=stay()))


def _owner() -> str:
    return f"{socket.gethostname()}-{os.getpid()}-{uuid4().hex[:8]}"
