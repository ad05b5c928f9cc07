"""Actor of a storm: router, witness, random numbers, end. All roles share it."""

import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

from messaging.chats.centre import Chats
from messaging.messenger import Messenger
from routing.matching.known import Known
from routing.model.command import Command
from routing.router import Router
from tests.concurrency.history import AGENT, CALL, Subject
from tests.concurrency.witness import Witness

KEYED = 0.3
# An accept starts a talk; a later answer to the same command would start it again.
NOT_KEYED = frozenset({"call_accept", "agent_create"})


@dataclass
class Actor:
    """One party of the storm. `pause` waits for about that many seconds, or less when the storm ends."""

    router: Router
    messenger: Messenger
    witness: Witness
    random: Random
    stopping: Callable[[], bool]
    pause: Callable[[float], object]
    # Only the one who matches uses it, as the dispatcher does.
    known: Known = field(default_factory=lambda: Known(time.monotonic, more=10))

    @property
    def chats(self) -> Chats:
        """The conversations, with this actor's router."""
        return Chats(self.messenger, self.router)

    def chance(self, part: float) -> bool:
        """True in this part of all cases."""
        return self.random.random() < part

    def rest(self, seconds: float) -> None:
        """Pauses for a random time around the given seconds."""
        self.pause(self.random.uniform(0, 2 * seconds))

    def about_call(
        self, name: str, call_id: str, service: Callable[..., object], /, **more: object
    ) -> object:
        """One operation on a call, sometimes sent twice, as people and networks do."""
        agent_id = more.get("agent_id")
        return self._ask(
            name,
            lambda router: service(router, call_id=call_id, **more),
            again=0.1,
            about=Subject(CALL, call_id),
            by_agent=str(agent_id) if agent_id else None,
        )

    def about_agent(
        self, name: str, agent_id: str, service: Callable[..., object], /, **more: object
    ) -> object:
        """One operation on an agent, sometimes sent twice."""
        return self._ask(
            name,
            lambda router: service(router, agent_id=agent_id, **more),
            again=0.05,
            about=Subject(AGENT, agent_id),
        )

    def about_queue(self, name: str, queue: str, operate: Callable[[Router], object]) -> object:
        """One operation that chooses its own subject from a queue; sent twice only with a key."""
        return self._ask(name, operate, again=0, queue=queue)

    def _ask(
        self,
        name: str,
        operate: Callable[[Router], object],
        *,
        again: float,
        about: Subject | None = None,
        by_agent: str | None = None,
        queue: str = "",
    ) -> object:
        """Some commands have a key: these are sent twice, whatever the first result."""
        key = uuid.uuid4().hex if name not in NOT_KEYED and self.chance(KEYED) else ""
        command = Command(key, name, f"{about} {queue}") if key else None
        router, answer = replace(self.router, command=command), None
        for _ in range(2 if key or self.chance(again) else 1):
            answer = self.witness.ask(
                lambda: operate(router),
                name=name,
                about=about,
                by_agent=by_agent,
                queue=queue,
                command=key,
            )
        return answer
