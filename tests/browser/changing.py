"""Steady changes to agents while a test looks at the board."""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle

from routing.model.agents import Agent, AgentStatus, Choice
from routing.router import Router
from routing.services import agent_choose, agent_create


@contextmanager
def changes(router: Router, agents: Sequence[Agent], *, per_second: float) -> Iterator[list[float]]:
    """Changes to these agents at a rate, from a thread; yields the times of the changes so far."""
    done: list[float] = []
    over = threading.Event()

    def change() -> None:
        for number, agent in enumerate(cycle(agents)):
            due = began + number / per_second
            if over.wait(max(0.0, due - time.monotonic())):
                return
            agent_choose(router, agent_id=agent.agent_id, choice=Choice.PAUSED, reason=f"Round {number}")
            done.append(time.monotonic())

    began = time.monotonic()
    thread = threading.Thread(target=change)
    thread.start()
    try:
        yield done
    finally:
        over.set()
        thread.join()


def a_team(router: Router, name: str, count: int) -> list[Agent]:
    """Offline agents, in alphabetical order."""
    return [
        agent_create(
            router,
            name=f"{name} {number:02d}",
            gender="F",
            languages=["French"],
            agent_id=f"{name.lower()}-{number:02d}",
            status=AgentStatus.OFFLINE,
        )
        for number in range(count)
    ]
