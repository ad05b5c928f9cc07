"""Command: a request under an idempotency key, and its kept outcome. Pure.

What is kept is written in the transaction that carries the command out, so neither is there without the
other. A command of several transactions is claimed first; then each of its parts is kept by itself.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from routing.model.agents import Agent
from routing.model.calls import Call
from routing.model.outcomes import Match

KEPT = timedelta(hours=24)

Answer = Agent | Call | Match | None


@dataclass(frozen=True)
class Command:
    """`key` stands for a person and the key that person gave, `request` for the address and the fields.

    `part` names one of several transactions; the parts expire with their command, in seconds of the epoch.
    """

    key: str
    operation: str
    request: str
    part: str = ""
    expires_at: int = 0


@dataclass(frozen=True)
class KeptCommand:
    """What is kept of a command, or of a part: what was asked for, what it answered, and until when."""

    operation: str
    request: str
    expires_at: int
    answer: Answer = None

    def is_of(self, command: Command) -> bool:
        """True if the command asks for the same, not for something else under the same key."""
        return (self.operation, self.request) == (command.operation, command.request)

    def is_expired(self, at: datetime) -> bool:
        """True if it counts no more, although it is still there."""
        return self.expires_at <= int(at.timestamp())
