"""Change notices over Redis: published after a commit, heard by dispatcher and feed.

A notice is a hint to read the table, never the only source: without Redis it is skipped and counted, and
readers poll a little later.
"""

import json
import logging
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

import redis

from routing.model.events import Event, EventKind
from routing.storage.attributes import to_text

log = logging.getLogger(__name__)

Tell = Callable[[Sequence[Mapping[str, Any]]], None]

# A Redis that does not answer costs this long once, then nothing until the pause is over.
TIMEOUT_SECONDS = 0.2
PAUSE_SECONDS = 1.0


class Publisher:
    """Publishes the events of a commit as one message: a JSON list of objects with the fields of `Event`."""

    def __init__(self, url: str, channel: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._redis = redis.Redis.from_url(
            url, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS, retry=None
        )
        self._channel = channel
        self._clock = clock
        self._silent_until = 0.0
        self.dropped = 0

    def publish(self, events: Sequence[Event]) -> None:
        """Tells subscribers; never raises, since the change is committed already."""
        if not events or self._clock() < self._silent_until:
            self.dropped += len(events)
            return
        try:
            self._redis.publish(self._channel, encode(events))
        except redis.RedisError as error:
            self.dropped += len(events)
            self._silent_until = self._clock() + PAUSE_SECONDS
            log.warning("change notices skipped, Redis does not answer: %s", error)


def encode(events: Sequence[Event]) -> str:
    """The message for these events."""
    return json.dumps(
        [
            {
                "kind": str(event.kind),
                "at": to_text(event.at),
                "agent_id": event.agent_id,
                "call_id": event.call_id,
                "queues": event.queues,
                "by": event.by,
                "reason": event.reason,
                **({"operation": event.operation} if event.operation else {}),
                **event.of_channel,
                **({"ticket": event.ticket} if event.ticket else {}),
                **({"was": event.was, "became": event.became} if event.was else {}),
            }
            for event in events
        ]
    )


class Quiet:
    """Whether notices are listened to, and none has come for a while."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since: float | None = None

    def lasts(self, seconds: float) -> bool:
        """Whether there was no notice for that long."""
        since = self._since
        return since is not None and self._clock() - since >= seconds

    def goes_on(self) -> None:
        """Notices are listened to."""
        if self._since is None:
            self._since = self._clock()

    def ends(self) -> None:
        """There is a notice, or nobody listens."""
        self._since = None


def wake_ups(
    url: str,
    channel: str,
    *,
    poll_seconds: float,
    quiet_seconds: float | None = None,
    kinds: Collection[EventKind] = frozenset(EventKind),
    quiet: Quiet | None = None,
    tell: Tell = lambda _told: None,
) -> Iterator[frozenset[EventKind]]:
    """Yields those of these kinds of which there is news, or none after a time without, endlessly.

    That time is `quiet_seconds` where given, and `poll_seconds` while Redis is away. Queued notices count as
    one. `quiet` is kept by notices of every kind, and `tell` gets the objects of each.
    """
    quiet = quiet or Quiet()
    quiet_seconds = poll_seconds if quiet_seconds is None else quiet_seconds
    # The timeout is for the greeting: a Redis that hangs accepts the connection and then says nothing.
    client = redis.Redis.from_url(
        url, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS, retry=None
    )
    while True:
        try:
            with _subscription(client) as subscription:
                subscription.subscribe(channel)
                while True:
                    quiet.goes_on()
                    yield _heard(subscription, quiet_seconds, kinds, quiet, tell)
        except redis.RedisError:
            quiet.ends()
            time.sleep(poll_seconds)
            yield frozenset()


def _subscription(client: redis.Redis) -> redis.client.PubSub:
    subscription: redis.client.PubSub = client.pubsub(  # type: ignore[no-untyped-call]  # redis-py's gap
        ignore_subscribe_messages=True
    )
    return subscription


def _heard(
    subscription: redis.client.PubSub,
    quiet_seconds: float,
    kinds: Collection[EventKind],
    quiet: Quiet,
    tell: Tell,
) -> frozenset[EventKind]:
    until = time.monotonic() + quiet_seconds
    heard = frozenset[EventKind]()
    message = None
    while not heard and (left := until - time.monotonic()) > 0:
        if (message := subscription.get_message(timeout=left)) is not None:
            quiet.ends()
        heard = _kinds_in(message, kinds, tell)
    while (message := subscription.get_message(timeout=0)) is not None:
        quiet.ends()
        heard |= _kinds_in(message, kinds, tell)
    return heard


def _kinds_in(
    message: dict[str, Any] | None, kinds: Collection[EventKind], tell: Tell
) -> frozenset[EventKind]:
    """Those of these kinds that a message has; all for an unreadable one: a needless look is harmless."""
    if message is None:
        return frozenset()
    try:
        told = json.loads(message["data"])
        found = {one["kind"] for one in told}
    except (ValueError, TypeError, KeyError):
        tell([{"kind": kind} for kind in kinds])
        return frozenset(kinds)
    tell(told)
    return frozenset(kind for kind in kinds if kind in found)
