"""Plan of a storm: who takes part, how long, what goes wrong."""

from dataclasses import dataclass, field
from typing import Any

from routing.model.agents import row_id
from tests.concurrency.mishaps import Luck
from tests.concurrency.sabotage import Sabotage
from tests.concurrency.worker import Part

HASTY_SECONDS, PATIENT_SECONDS = 0.04, 5.0
PEOPLE = 3


@dataclass(frozen=True)
class Plan:
    """Settings of a storm. `rate` is the calls per second of each of six callers in a flood; some agents chat
    too (`chatting`), with the customers of `conversations` conversations.

    After it everything should be quiet within `quiet_seconds`: rings, rests and wrap-ups come to an end.
    """

    seconds: float
    seed: str
    strategy: str = "batched"
    agents: int = 60
    chatting: int = 12
    conversations: int = 30
    matchers: int = 8
    matchers_in_process: int = 2
    rate: float = 20.0
    supervisor_rest_seconds: float = 0.3
    desk_rest_seconds: float = 0.05
    sweep_rest_seconds: float = 0.2
    message_rest_seconds: float = 0.05
    kill_every_seconds: float = 1.0
    quiet_seconds: float = 20.0
    luck: Luck = field(default_factory=Luck)
    sabotage: Sabotage = Sabotage.NONE

    @property
    def agent_ids(self) -> list[str]:
        """The ids of all agents."""
        return [f"agent-{number:02d}" for number in range(self.agents)]

    @property
    def rows(self) -> list[str]:
        """The chat rows of those agents who chat."""
        return [row_id(agent_id) for agent_id in self.agent_ids[: self.chatting]]

    @property
    def chats(self) -> list[str]:
        """The ids of all conversations."""
        return [f"talk-{number:02d}" for number in range(self.conversations)]

    def processes(self) -> list[list[Part]]:
        """The parts by process. Some try for a short time only, so that outcomes stay unknown."""
        matchers = [
            Part(f"matcher-{number + 1}", "matchers", deadline_seconds=_patience(number))
            for number in range(self.matchers)
        ]
        rest = self.sweep_rest_seconds
        sweepers = [
            Part("sweeper-1", "sweepers", {"rest_seconds": rest}),
            Part("sweeper-2", "sweepers", {"rest_seconds": 2 * rest, "overdue_seconds": rest}),
        ]
        step = self.matchers_in_process
        return [
            *(self._people(number) for number in range(PEOPLE)),
            *([sweeper] for sweeper in sweepers),
            *(matchers[start : start + step] for start in range(0, len(matchers), step)),
        ]

    def _people(self, number: int) -> list[Part]:
        """One process of callers, agents, a supervisor and a desk; the first has the observer as well."""
        seconds, mine = _patience(number), self.agent_ids[number::PEOPLE]
        roles_here: list[tuple[str, dict[str, Any]]] = [
            ("callers", {"rate": self.rate, "agent_ids": self.agent_ids}),
            ("callers", {"rate": self.rate, "agent_ids": self.agent_ids}),
            ("agents", {"agent_ids": mine[::2]}),
            ("agents", {"agent_ids": mine[1::2]}),
            ("supervisors", {"rest_seconds": self.supervisor_rest_seconds, "agent_ids": self.agent_ids}),
            ("desks", {"rest_seconds": self.desk_rest_seconds, "agent_ids": self.agent_ids}),
            ("customers", {"rest_seconds": self.message_rest_seconds, "chats": self.chats[number::PEOPLE]}),
            ("chat_agents", {"rows": self.rows[number::PEOPLE]}),
            ("chat_supervisors", {"rest_seconds": self.supervisor_rest_seconds, "rows": self.rows}),
            *([("observer", {})] if number == 0 else ()),
        ]
        return [
            Part(f"{role}-{number + 1}-{place}", role, facts, seconds)
            for place, (role, facts) in enumerate(roles_here)
        ]


def _patience(number: int) -> float:
    """The retry deadline of an actor, in seconds; one of three is short."""
    return HASTY_SECONDS if number % 3 == 2 else PATIENT_SECONDS
