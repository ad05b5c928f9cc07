"""Command: a request under an idempotency key, and its kept outcome. Pure.

The outcome is written in the transaction of the command, so neither exists without the other. A command of
several transactions is claimed first; then the outcome of each part is kept separately.
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
    """`key` is a digest of the user and the key given, `request` of the address and the fields.

    `part` names one of several transactions; the parts expire with their command, in seconds of the epoch.
    """

    key: str
    operation: str
    request: str
    part: str = ""
    expires_at: int = 0


@dataclass(frozen=True)
class KeptCommand:
    """Kept outcome of a command or part: request, answer, expiry."""

    operation: str
    request: str
    expires_at: int
    answer: Answer = None

    def is_of(self, command: Command) -> bool:
        """True if the command is the same request, not another one under the same key."""
        return (self.operation, self.request) == (command.operation, command.request)

    def is_expired(self, at: datetime) -> bool:
        """True if it is no longer valid, though still present."""
        return self.expires_at <= int(at.timestamp())
