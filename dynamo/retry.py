"""Retry loop, the only one: when to send again and when to give up."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dynamo.exceptions import DynamoError
from dynamo.protocol.replies import GaveUpError, Reply, TransientError

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Sent:
    """A reply, after `sends` sends; `uncertain`: an earlier one may have been applied unseen."""

    reply: Reply
    sends: int
    uncertain: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Retry:
    """Sends until there is an answer or the deadline is near, with full jitter: each pause is a random part
    of a bound that doubles from `base_seconds` up to `cap_seconds`. All durations are in seconds. The same
    request goes out each time, so its token and operation id stay.
    """

    deadline_seconds: float = 5.0
    base_seconds: float = 0.01
    cap_seconds: float = 0.5
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    random: Callable[[], float] = random.random

    def run(self, send: Callable[[], Reply]) -> Sent:
        """Calls `send` at least once, and again for each TransientError.

        Raises GaveUpError at the deadline, and for a definite error after a send with unknown outcome; any
        other error passes through.
        """
        end = self.clock() + self.deadline_seconds
        sends, rounds, uncertain = 0, 0, False
        while True:
            try:
                reply = send()
            except TransientError as error:
                sends, uncertain = sends + error.sends, uncertain or error.uncertain
                pause = self.pause_seconds(rounds)
                if self.clock() + pause >= end:
                    raise GaveUpError(error, sends, uncertain=uncertain) from error
                self.sleep(pause)
                rounds += 1
            except DynamoError as error:
                if uncertain:
                    raise GaveUpError(error, sends + 1, uncertain=True) from error
                raise
            else:
                return Sent(reply, sends + reply.sends, uncertain or reply.sends > 1)

    def pause_seconds(self, rounds: int) -> float:
        """The pause after some rounds in a row: a random part of the bound reached."""
        # The exponent is bounded only to keep the number small; the cap is reached long before.
        return self.random() * min(self.cap_seconds, self.base_seconds * 2.0 ** min(rounds, 32))
