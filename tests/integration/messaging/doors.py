"""Doors of devices' sockets in tests: who is let in, the hello, the next frame of a kind."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from messaging.devices.identity import Claim
from messaging.model.parties import Party
from sockets.refusals import SIGNED_OUT, Refusal
from tests.devices.centre import ANN, BOB, CUSTOMER, NAMED, SUE
from tests.integration.live.sockets import Socket

UNKNOWN = Refusal(SIGNED_OUT, "Nobody has this token.")
Frame = dict[str, Any]
KNOWN = {"ann": ANN, "ann2": ANN, "bob": BOB, "customer": CUSTOMER, "named": NAMED, "sue": SUE}


@dataclass
class Doorman:
    """Tokens and sessions with their parties, and the claims that were made."""

    known: dict[str, Party | Refusal] = field(default_factory=lambda: dict(KNOWN))
    claims: list[Claim] = field(default_factory=list)

    def identify(self, claims: Sequence[Claim]) -> list[Party | Refusal]:
        """The party of each claim."""
        self.claims += claims
        return [self.known.get(claim.token or claim.session_key, UNKNOWN) for claim in claims]


async def hello(socket: Socket, token: str) -> Frame:
    await socket.say(f'{{"type": "hello", "token": "{token}"}}')
    return await told(socket, "hello")


async def told(socket: Socket, kind: str) -> Frame:
    """The next frame of this kind."""
    while (frame := await socket.frame())["type"] != kind:
        pass
    return frame
