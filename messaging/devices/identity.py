"""Identity of a device: a session or a token, and the party it stands for. Pure.

What checks them belongs to packages above, which know desks and tokens; the project's ASGI application brings
both together.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from messaging.model.parties import Party
from sockets.refusals import Refusal

SUPERVISOR = "supervisor"


@dataclass(frozen=True)
class Claim:
    """How a device says who it is: the session of a page of this site, or a token.

    `origin` is that of a page of another site, which must be one of the token's scene; it is empty for pages
    of this site and for programs. A session counts on pages of this site only, and is left out elsewhere.
    `peer` and `forwarded` are the address of the connection and its X-Forwarded-For, for limits and the log.
    `supervises`: its user is asked for as a supervisor, also one who has a desk.
    """

    session_key: str = ""
    token: str = ""
    origin: str = ""
    supervises: bool = False
    peer: str = ""
    forwarded: str = ""


Identify: TypeAlias = Callable[[Sequence[Claim]], Sequence[Party | Refusal]]
"""The party of each claim, as it holds now, or why there is none. May read the database; called in a thread.
"""
