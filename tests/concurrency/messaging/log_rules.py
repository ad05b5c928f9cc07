"""Rules of a log that any number of senders wrote: density, order, each message once. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from messaging.model.messages import COUNTED, Message


@dataclass(frozen=True)
class Sent:
    """What a sender did: what it wanted to say, the numbers it was told, and when, from the first try on."""

    sender: str
    body: str
    number: int | None
    began: float
    ended: float


def flaws(log: Sequence[Message], sent: Iterable[Sent]) -> list[str]:
    """Each rule that does not hold, in words."""
    attempts = list(sent)
    return [*_density(log), *_counts(log), *_fates(log, attempts), *_order(attempts)]


def _density(log: Sequence[Message]) -> Iterable[str]:
    numbers = [message.number for message in log]
    if numbers != list(range(1, len(log) + 1)):
        yield f"numbers are not dense: {numbers}"


def _counts(log: Sequence[Message]) -> Iterable[str]:
    count = 0
    for message in log:
        count += message.kind in COUNTED
        if message.count != count:
            yield f"message {message.number} counts {message.count}, not {count}"


def _fates(log: Sequence[Message], attempts: list[Sent]) -> Iterable[str]:
    there = Counter((message.sender, message.body) for message in log)
    places = {message.number: (message.sender, message.body) for message in log}
    for one in attempts:
        found = there.pop((one.sender, one.body), 0)
        if found > 1:
            yield f"{one.sender} {one.body!r} is there {found} times"
        if one.number is not None and places.get(one.number) != (one.sender, one.body):
            yield f"{one.sender} {one.body!r} was acknowledged as {one.number}, where it is not"
    for sender, body in there:
        yield f"nobody sent {sender} {body!r}"


def _order(attempts: list[Sent]) -> Iterable[str]:
    told = sorted((one for one in attempts if one.number is not None), key=lambda one: one.number or 0)
    latest_start = float("-inf")
    for one in told:
        if one.ended < latest_start:
            yield f"message {one.number} was acknowledged before an earlier number began"
        latest_start = max(latest_start, one.began)
