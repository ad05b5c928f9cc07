"""Owns what all parties of a storm have in common: a router, a witness, a chance of their own, and an end."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from routing.router import Router
from tests.concurrency.history import AGENT, CALL, Subject
from tests.concurrency.witness import Witness


@dataclass
class Actor:
    """One party of the storm. `pause` waits for about so many seconds, or less when the storm ends."""

    router: Router
    witness: Witness
    random: Random
    stopping: Callable[[], bool]
    pause: Callable[[float], object]

    def chance(self, part: float) -> bool:
        """True in this part of all cases."""
        return self.random.random() < part

    def rest(self, seconds: float) -> None:
        """Pauses for a random time around so many seconds."""
        self.pause(self.random.uniform(0, 2 * seconds))

    def about_call(
        self, name: str, call_id: str, service: Callable[..., object], /, **more: object
    ) -> object:
        """One operation on a call, now and then sent twice, as people and networks do."""
        agent_id = more.get("agent_id")
        answer: object = None
        for _ in range(2 if self.chance(0.1) else 1):
            answer = self.witness.ask(
                lambda: service(self.router, call_id=call_id, **more),
                name=name,
                about=Subject(CALL, call_id),
                by_agent=str(agent_id) if agent_id else None,
            )
        return answer

    def about_agent(
        self, name: str, agent_id: str, service: Callable[..., object], /, **more: object
    ) -> object:
        """One operation on an agent, now and then sent twice."""
        answer: object = None
        for _ in range(2 if self.chance(0.05) else 1):
            answer = self.witness.ask(
                lambda: service(self.router, agent_id=agent_id, **more),
                name=name,
                about=Subject(AGENT, agent_id),
            )
        return answer
