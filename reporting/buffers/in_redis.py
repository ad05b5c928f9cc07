"""Buffers in Redis: each call is one script, all or nothing."""

from collections.abc import Callable, Sequence
from typing import Any, cast

import redis

from reporting.buffers.batches import MOMENT_DIGITS, Account, Batch, Counts, Lane, Limits, Lines
from reporting.buffers.scripts import Argument, script
from sockets.redis_lists import list_rewrite

ROOT = "callcenter:{reporting}"
STATE_MS = 7 * 24 * 3600 * 1000  # lifetime of a key's account after its last event


def connect(url: str, *, timeout_seconds: float) -> "redis.Redis":
    """A client with this timeout and no retries; it connects at its first use."""
    return redis.Redis.from_url(
        url,
        socket_timeout=timeout_seconds,
        socket_connect_timeout=timeout_seconds,
        retry=None,
        protocol=2,  # with this and without a name, a new connection costs no extra round trip
        driver_info=None,
    )


class RedisBuffers:
    """Buffers in Redis under names that begin with `root`. Every method may raise redis.RedisError.

    `ahead_ms` sets the server's clock ahead, for tests.
    """

    def __init__(
        self, client: "redis.Redis", *, sinks: Sequence[str], limits: Limits, root: str = ROOT
    ) -> None:
        self.limits = limits
        self.ahead_ms = 0
        self._client = client
        self._root = root
        self._sinks = ",".join(sinks)

    def append(self, producer: str, call: int, lines: Lines) -> bool:
        """See `Buffers`; at most some thousand lines of one key, the limit of Lua's arguments."""
        limits = self.limits
        arguments: list[Argument] = [self._sinks, limits.capacity, limits.buffer_ms, STATE_MS, self.ahead_ms]
        arguments += [producer, call]
        for key, some in lines.items():
            arguments += (key, len(some))
            arguments += some
        return bool(self._run("append", *arguments))

    def drop(self, producer: str, call: int, counts: Counts) -> bool:
        """See `Buffers`."""
        pairs = [part for pair in counts.items() for part in pair]
        return bool(self._run("drop", self._sinks, STATE_MS, self.ahead_ms, producer, call, *pairs))

    def claim(self, sink: str, lane: Lane) -> Batch | None:
        """See `Buffers`."""
        return next(iter(self.claim_several(sink, lane, most=1)), None)

    def claim_several(self, sink: str, lane: Lane, *, most: int) -> list[Batch]:
        """See `Buffers`."""
        limits, found, gave_up = self.limits, list[Batch](), True
        while gave_up and len(found) < most:
            try:
                gave_up, *more = self._run(
                    "claim",
                    sink,
                    str(lane),
                    most - len(found),
                    limits.batch,
                    limits.fresh_ms,
                    limits.lease_ms,
                    limits.hot_per_second,
                    self._sinks,
                    limits.keep,
                    self.ahead_ms,
                )  # fmt: skip - one line for each side of the script's list
            except redis.RedisError:
                if found:
                    break  # what is claimed is delivered; the next call says what is wrong
                raise
            found += [
                Batch(key.decode(), int(token), int(since), int(first), int(count), text)
                for key, token, since, first, count, text in more
            ]
        return found

    def finish(self, sink: str, batch: Batch, *, delivered: int) -> bool:
        """See `Buffers`."""
        return self._end(sink, [(batch, delivered, batch.count - delivered)])[0]

    def finish_several(self, sink: str, batches: Sequence[Batch]) -> list[bool]:
        """See `Buffers`."""
        return self._end(sink, [(batch, batch.count, 0) for batch in batches])

    def give_back(self, sink: str, batch: Batch) -> bool:
        """See `Buffers`."""
        return self._end(sink, [(batch, 0, 0)])[0]

    def accounts(self) -> list[Account]:
        """See `Buffers`; each key is read at one moment, different keys at different moments."""
        keys: set[bytes] = cast("set[bytes]", self._client.smembers(f"{self._root}:keys"))
        return [account for key in sorted(keys) for account in self._accounts_of(key.decode())]

    def recent(self, key: str, count: int) -> list[bytes]:
        """See `Buffers`."""
        lines = self._client.lrange(f"{self._root}:buffer:{key}", -count, -1) if count else []
        return [line[MOMENT_DIGITS + 1 :] for line in cast("list[bytes]", lines)]

    def rewrite(self, rewritten: Callable[[bytes], bytes]) -> None:
        """Rewrites the events that are kept of every key."""
        for key in cast("set[bytes]", self._client.smembers(f"{self._root}:keys")):
            list_rewrite(self._client, f"{self._root}:buffer:{key.decode()}", rewritten)

    def note(self, sink: str, **facts: str) -> None:
        """Keeps facts about a sink; each stands until it is replaced."""
        self._client.hset(
            f"{self._root}:sink:{sink}", items=[part for fact in facts.items() for part in fact]
        )

    def noted(self, sink: str) -> dict[str, str]:
        """The facts about a sink, with `returned`, batches given back, and `lapsed`, leases run out."""
        found = cast("dict[bytes, bytes]", self._client.hgetall(f"{self._root}:sink:{sink}"))
        return {name.decode(): value.decode() for name, value in found.items()}

    def _end(self, sink: str, ends: Sequence[tuple[Batch, int, int]]) -> list[bool]:
        """Ends claims, each with the numbers of its events that were delivered and too old."""
        arguments: list[Argument] = [sink, self._sinks, self.limits.keep]
        for batch, delivered, stale in ends:
            arguments += (batch.key, batch.token, delivered, stale)
        return [bool(one) for one in self._run("finish", *arguments)]

    def _accounts_of(self, key: str) -> list[Account]:
        return [_account(key, *row) for row in self._run("account", key, self._sinks, self.ahead_ms)]

    def _run(self, name: str, *arguments: Argument) -> Any:
        return script(name).run(self._client, self._root, *arguments)


def _account(key: str, sink: bytes, *found: Any) -> Account:
    produced, delivered, dropped, expired, waiting, claimed, rate, lane, age = found
    return Account(
        key,
        sink.decode(),
        produced=produced,
        delivered=delivered,
        dropped=dropped,
        expired=expired,
        waiting=waiting,
        claimed=claimed,
        rate=rate,
        lane=Lane(lane.decode()),
        age_ms=max(0, age),
    )
