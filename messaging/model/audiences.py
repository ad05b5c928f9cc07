"""Audience: who is told of a message. Pure."""

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True)
class Audience:
    """Who is told of a message: all members, or of a large conversation only those whom it is about.

    The members of a large conversation find it by its own stamp when they read their list; `version` changes
    with each join and leave, so that web processes know whether they still know the members.
    """

    members: Collection[str] = ()
    is_large: bool = False
    version: int = 0
    joined: Collection[str] = ()
    left: Collection[str] = ()

    @property
    def inboxes(self) -> list[str]:
        """Those whose inboxes are written."""
        return sorted({*(() if self.is_large else self.members), *self.joined, *self.left})
