"""Change notices of a live centre: which call was offered to whom, and when the notice came."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import redis

from bench.centre.live_centre import CHANNEL
from routing.model.events import EventKind

PATIENCE_SECONDS = 0.05


class Ear:
    """Remembers the first offer heard for each agent, by the machine's monotonic clock.

    A notice is published after the commit, so measured times are slightly too long.
    """

    def __init__(self, subscription: "redis.client.PubSub") -> None:
        self.offered: dict[str, float] = {}
        self._subscription = subscription
        self._closed = threading.Event()

    def listen(self) -> None:
        """Listens until closed."""
        while not self._closed.is_set():
            self.hear(PATIENCE_SECONDS)

    def hear(self, patience_seconds: float) -> list[tuple[str, str]]:
        """The agents and calls of the offers in the next message, if one comes soon."""
        message = self._subscription.get_message(timeout=patience_seconds)
        heard_at = time.monotonic()
        notices = json.loads(message["data"]) if message else []
        offers = [
            (one["agent_id"], one["call_id"]) for one in notices if one["kind"] == EventKind.CALL_OFFERED
        ]
        for agent_id, _ in offers:
            self.offered.setdefault(agent_id, heard_at)
        return offers

    def close(self) -> None:
        """Ends `listen`."""
        self._closed.set()


@contextmanager
def ear(redis_url: str) -> Iterator[Ear]:
    """A subscribed ear, for use with `hear`."""
    with (
        redis.Redis.from_url(redis_url) as client,
        client.pubsub(ignore_subscribe_messages=True) as subscription,
    ):
        subscription.subscribe(CHANNEL)
        subscription.get_message(timeout=1)
        yield Ear(subscription)


@contextmanager
def listening(redis_url: str) -> Iterator[Ear]:
    """An ear that listens in a thread until the end of the block."""
    with ear(redis_url) as one:
        thread = threading.Thread(target=one.listen)
        thread.start()
        try:
            yield one
        finally:
            one.close()
            thread.join()
