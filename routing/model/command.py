"""Command: a request under an idempotency key, and its kept outcome. Pure.

The outcome is written in the transaction of the command, so neither exists without the other. A command of
several transactions is claimed first; then the outcome of each part is kept separately. A request outside the
catalogue of operations is claimed for one run, and the reply is kept when that ends.
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
    """Kept outcome of a command or part: request, answer or reply, expiry.

    `reply` is as its sender left it, readable or not. Without one, a run may last until `runs_until`, in
    seconds of the epoch; 0: none does.
    """

    operation: str
    request: str
    expires_at: int
    answer: Answer = None
    reply: str = ""
    runs_until: int = 0

    def is_of(self, command: Command) -> bool:
        """True if the command is the same request, not another one under the same key."""
        return (self.operation, self.request) == (command.operation, command.request)

    def is_expired(self, at: datetime) -> bool:
        """True if it is no longer valid, though still present."""
        return self.expires_at <= int(at.timestamp())
