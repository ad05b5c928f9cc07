"""Caller: who sends a request, as a party in conversations, and what it may do. Pure."""

from dataclasses import dataclass
from datetime import datetime

from api.access.scopes import Scope
from operations.operation import Permission
from routing.model.people.reach import EVERY_AGENT, Reach


@dataclass(frozen=True)
class Caller:
    """A program, a customer, or a user at an agent's desk or elsewhere.

    `party` is `program:<name>`, `contact:<id>`, `agent:<id>` or `user:<name>`; `name` is that of the user or
    program, for the history. A token is good until `expires_at`. A customer belongs to one `scene`;
    `context` is the digest of that of its page. `reach` has the agents for whom a supervisor acts.
    """

    party: str
    name: str
    scopes: frozenset[Scope] = frozenset()
    permissions: frozenset[Permission] = frozenset()
    scene: str = ""
    is_named: bool = False
    context: str = ""
    expires_at: datetime | None = None
    reach: Reach = EVERY_AGENT

    @property
    def kind(self) -> str:
        """`program`, `contact`, `agent` or `user`."""
        return self.party.partition(":")[0]

    @property
    def is_customer(self) -> bool:
        return self.kind == "contact"

    @property
    def has_token(self) -> bool:
        """Whether it comes with a token; users have sessions."""
        return self.kind in ("contact", "program")
