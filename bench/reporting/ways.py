"""Three ways to buffer events: the product's, lists with two calls per event, Redis streams.

The lists are the obvious solution: push and register on one side, move to a list of claimed events and remove
from there on the other. The streams have a consumer group and an approximate bound; they know no age. All
write the same lines.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, cast

import redis

from reporting.buffers.batches import Limits
from reporting.buffers.grouping import GroupBy, line_of, lines_by_key
from reporting.buffers.in_redis import RedisBuffers
from reporting.buffers.producer import Producer
from reporting.services import sink_drain
from reporting.sinks.null import NullSink
from routing.model.events import Event

SINK = "null"
BATCH = 128
# Room for everything: overflow would spoil a benchmark of deliveries.
LIMITS = Limits(capacity=1_000_000, batch=BATCH, fresh_seconds=600, hot_per_second=1_000_000)
WORKER, GROUP = "one", "reporting"


class Way(Protocol):
    """Accepts events, and delivers them in batches or singly."""

    name: str

    def produce(self, events: Sequence[Event]) -> None:
        """Takes the events of one commit."""

    def consume(self) -> int:
        """Delivers all events to no one, and answers how many."""


class Ours:
    """The product's own."""

    name = "buffers"

    def __init__(self, client: "redis.Redis", new_id: Callable[[], str]) -> None:
        self.buffers = RedisBuffers(client, sinks=[SINK], limits=LIMITS)
        self._producer = Producer(lambda: self.buffers, group_by=GroupBy.QUEUE, site="", new_id=new_id)

    def produce(self, events: Sequence[Event]) -> None:
        """One script."""
        self._producer.produce(events)

    def consume(self) -> int:
        """Two scripts a batch."""
        return sink_drain(self.buffers, SINK, NullSink())


class TwoCalls:
    """A list for each key, two calls for each event on either side."""

    name = "list, two calls"

    def __init__(self, client: "redis.Redis") -> None:
        self._redis = client

    def produce(self, events: Sequence[Event]) -> None:
        """Push, and register the key."""
        for event in events:
            self._redis.rpush(f"list:{event.queue}", line_of(event))
            self._redis.sadd("lists", event.queue)

    def consume(self) -> int:
        """Move to the list of claimed events, then remove from it."""
        count = 0
        for key in _members(self._redis, "lists"):
            while (line := self._redis.lmove(f"list:{key}", "under way", "LEFT", "RIGHT")) is not None:
                self._redis.lrem("under way", 1, cast("str", line))
                count += 1
        return count


class Streams:
    """A stream for each key with a consumer group; the calls of one commit are pipelined."""

    name = "stream a key"

    def __init__(self, client: "redis.Redis") -> None:
        self._redis = client

    def produce(self, events: Sequence[Event]) -> None:
        """One call for each event, in one round trip."""
        with self._redis.pipeline(transaction=False) as pipeline:
            for key, lines in lines_by_key(events, GroupBy.QUEUE, site="").items():
                for line in lines:
                    pipeline.xadd(f"stream:{key}", {"line": line}, maxlen=LIMITS.capacity, approximate=True)
                pipeline.sadd("streams", key)
            pipeline.execute()

    def consume(self) -> int:
        """Read a batch of one stream after the other, and acknowledge it."""
        keys = _members(self._redis, "streams")
        for key in keys:
            self._redis.xgroup_create(f"stream:{key}", GROUP, id="0")
        count = 0
        while keys:
            for key in list(keys):
                name = f"stream:{key}"
                found: Any = self._redis.xreadgroup(GROUP, WORKER, {name: ">"}, count=BATCH)
                ids = [one for _, entries in found for one, _ in entries]
                if ids:
                    self._redis.xack(name, GROUP, *ids)
                    count += len(ids)
                else:
                    keys.remove(key)
        return count


def _members(client: "redis.Redis", name: str) -> list[str]:
    return [one.decode() for one in cast("set[bytes]", client.smembers(name))]
