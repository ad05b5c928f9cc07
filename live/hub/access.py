"""Access to the board: who may see it, checked again while a socket stays open."""

from collections.abc import Mapping, Sequence
from typing import Any

from live.hub.sessions import session_refusals
from sockets.batches import Batches
from sockets.per_loop import per_loop
from sockets.refusals import Refusal


async def board_refusal(scope: Mapping[str, Any]) -> Refusal | None:
    """None if the session in this scope may see the board now, else the reason.

    Reads session, user and permissions from the database each time, so that a sign-out, an expired session, a
    changed password and a revoked permission all count.
    """
    return await _checks().answer(getattr(scope.get("session"), "session_key", None))


def _answered(session_keys: Sequence[str | None]) -> Sequence[Refusal | None]:
    return session_refusals(session_keys)


_checks = per_loop(lambda: Batches(_answered))
