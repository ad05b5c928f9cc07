"""Refusals: close codes of sockets with their reasons; both are part of the protocol. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Refusal:
    """Reason of a closed socket."""

    code: int
    reason: str


SIGNED_OUT, FORBIDDEN, MISUNDERSTOOD, FLOODED = 4401, 4403, 4400, 4429
