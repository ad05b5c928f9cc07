"""Plan of a storm of messages: who writes to whom, how long, what goes wrong."""

from dataclasses import dataclass, field
from enum import StrEnum

from messaging.model.parties import Party, PartyKind
from tests.concurrency.mishaps import Luck

HASTY_SECONDS, PATIENT_SECONDS = 0.04, 5.0
HASTY = 3


class Spoiled(StrEnum):
    """The guard removed."""

    NONE = "none"
    UNCONDITIONAL_PUT = "a message is put whether its number is free or not"
    NO_CLIENT_ID = "nobody recognises the own message"


@dataclass(frozen=True)
class MessagePlan:
    """Settings of a storm. Each user has a device in each process; they write on their own."""

    seconds: float
    seed: str
    users: int = 4
    processes: int = 3
    rest_seconds: float = 0.02
    kill_every_seconds: float = 1.5
    luck: Luck = field(default_factory=Luck)
    spoiled: Spoiled = Spoiled.NONE

    @property
    def parties(self) -> list[Party]:
        """All users."""
        return [Party(PartyKind.AGENT, f"u{number}") for number in range(self.users)]

    def deadline_of(self, process: int) -> float:
        """The retry deadline of a process; of one in three it is short, so that outcomes stay unknown."""
        return HASTY_SECONDS if process % HASTY == HASTY - 1 else PATIENT_SECONDS
