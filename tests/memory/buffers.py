"""Buffers in memory with the behaviour of those in Redis, for tests. Pure."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from reporting.buffers.batches import MOMENT_DIGITS, Account, Batch, Counts, Lane, Limits, Lines

WINDOW_MS = 1000


@dataclass
class _Position:
    """Position of one sink in one key's buffer."""

    at: int
    to: int
    joined: int
    token: int = 0
    delivered: int = 0
    dropped: int = 0
    expired: int = 0
    mark_at: int = 0
    mark_tail: int = 0
    rate: int = 0
    lane: Lane = Lane.COLD


@dataclass
class _Key:
    """One key's events and counts."""

    since: int
    lines: deque[bytes] = field(default_factory=deque)
    tail: int = 0
    produced: int = 0
    last_ms: int = 0
    sinks: dict[str, _Position] = field(default_factory=dict)

    @property
    def first(self) -> int:
        return self.tail - len(self.lines)


class MemoryBuffers:
    """Buffers in this process; not thread-safe. `now_ms` gives the time in milliseconds."""

    def __init__(self, *, sinks: Sequence[str], limits: Limits, now_ms: Callable[[], int]) -> None:
        self.limits = limits
        self._names = tuple(sinks)
        self._now_ms = now_ms
        self._keys: dict[str, _Key] = {}
        self._calls: dict[str, int] = {}
        self._rings = {(sink, lane): deque[str]() for sink in sinks for lane in Lane}
        self._leased: dict[str, dict[str, int]] = {sink: {} for sink in sinks}
        self._active: dict[str, set[str]] = {sink: set() for sink in sinks}

    def append(self, producer: str, call: int, lines: Lines) -> bool:
        """See `Buffers`."""
        if self._calls.get(producer, 0) >= call:
            return False
        self._calls[producer] = call
        for key, some in lines.items():
            one = self._known(key)
            self._let_run_out(one)
            one.lines.extend(some)
            one.tail += len(some)
            one.produced += len(some)
            one.last_ms = self._now_ms()
            while len(one.lines) > self.limits.capacity:
                one.lines.popleft()
            for sink in self._names:
                self._register(sink, key)
        return True

    def drop(self, producer: str, call: int, counts: Counts) -> bool:
        """See `Buffers`."""
        if self._calls.get(producer, 0) >= call:
            return False
        self._calls[producer] = call
        for key, count in counts.items():
            self._count_dropped(self._known(key), count)
        return True

    def claim(self, sink: str, lane: Lane) -> Batch | None:
        """See `Buffers`."""
        while (key := self._next_key(sink, lane)) is not None:
            one = self._keys[key]
            self._let_run_out(one)
            at = one.sinks[sink]
            self._skip_what_is_gone(one, at)
            lane_after = self._choose_lane(one, at)
            lines = self._fresh(one, at.at)
            at.to = at.at + len(lines)
            if lines:
                now = self._now_ms()
                at.token += 1
                self._leased[sink][key] = now + self.limits.lease_ms
                return Batch(key, at.token, one.since, at.at, len(lines), b"\n".join(lines))
            self._requeue(sink, key, lane_after)
        return None

    def claim_several(self, sink: str, lane: Lane, *, most: int) -> list[Batch]:
        """See `Buffers`."""
        found: list[Batch] = []
        while len(found) < most and (batch := self.claim(sink, lane)):
            found.append(batch)
        return found

    def finish(self, sink: str, batch: Batch, *, delivered: int) -> bool:
        """See `Buffers`."""
        at = self._keys[batch.key].sinks[sink]
        if at.token != batch.token or at.to <= at.at:
            return False
        at.delivered += delivered
        at.expired += batch.count - delivered
        at.at = at.to
        self._requeue(sink, batch.key, at.lane)
        return True

    def finish_several(self, sink: str, batches: Sequence[Batch]) -> list[bool]:
        """See `Buffers`."""
        return [self.finish(sink, batch, delivered=batch.count) for batch in batches]

    def give_back(self, sink: str, batch: Batch) -> bool:
        """See `Buffers`."""
        at = self._keys[batch.key].sinks[sink]
        if at.token != batch.token or at.to <= at.at:
            return False
        at.to = at.at
        self._requeue(sink, batch.key, at.lane)
        return True

    def accounts(self) -> list[Account]:
        """See `Buffers`."""
        for one in self._keys.values():
            self._let_run_out(one)
        return [self._account(key, sink) for key in sorted(self._keys) for sink in self._names]

    def recent(self, key: str, count: int) -> list[bytes]:
        """See `Buffers`."""
        lines = list(self._keys[key].lines)[-count:] if count and key in self._keys else []
        return [line[MOMENT_DIGITS + 1 :] for line in lines]

    def _known(self, key: str) -> _Key:
        one = self._keys.setdefault(key, _Key(since=self._now_ms()))
        for sink in self._names:
            one.sinks.setdefault(sink, _Position(one.tail, one.tail, one.produced))
        return one

    def _register(self, sink: str, key: str) -> None:
        if key not in self._active[sink]:
            self._active[sink].add(key)
            self._rings[sink, self._keys[key].sinks[sink].lane].append(key)

    def _requeue(self, sink: str, key: str, lane: Lane) -> None:
        one = self._keys[key]
        self._leased[sink].pop(key, None)
        if one.sinks[sink].at < one.tail:
            self._rings[sink, lane].append(key)
        else:
            self._active[sink].discard(key)
        low = min(one.tail - self.limits.keep, *(at.at for at in one.sinks.values()))
        while one.lines and one.first < low:
            one.lines.popleft()

    def _next_key(self, sink: str, lane: Lane) -> str | None:
        leased = self._leased[sink]
        for key in sorted(leased, key=lambda key: (leased[key], key)):
            if leased[key] <= self._now_ms():
                del leased[key]
                return key
        ring = self._rings[sink, lane]
        return ring.popleft() if ring else None

    def _let_run_out(self, one: _Key) -> None:
        if not one.lines or self._now_ms() < one.last_ms + self.limits.buffer_ms:
            return
        for at in one.sinks.values():
            at.dropped += max(0, one.first - at.at)
            at.expired += one.tail - max(at.at, one.first)
            at.at = at.to = one.tail
            at.token += 1
        one.lines.clear()

    def _skip_what_is_gone(self, one: _Key, at: _Position) -> None:
        at.dropped += max(0, one.first - at.at)
        at.at = max(at.at, one.first)
        oldest = self._now_ms() - self.limits.fresh_ms
        while at.at < one.tail and int(one.lines[at.at - one.first][:MOMENT_DIGITS]) < oldest:
            at.at += 1
            at.expired += 1

    def _fresh(self, one: _Key, at: int) -> list[bytes]:
        found: list[bytes] = []
        oldest = self._now_ms() - self.limits.fresh_ms
        for number in range(at, min(one.tail, at + self.limits.batch)):
            line = one.lines[number - one.first]
            if int(line[:MOMENT_DIGITS]) < oldest:
                break
            found.append(line)
        return found

    def _choose_lane(self, one: _Key, at: _Position) -> Lane:
        passed = self._now_ms() - at.mark_at
        if passed < WINDOW_MS:
            return at.lane
        if at.mark_at:
            at.rate = self._rate(one, at)
            if at.rate >= self.limits.hot_per_second:
                at.lane = Lane.HOT
            elif at.rate < self.limits.hot_per_second / 2:
                at.lane = Lane.COLD
        at.mark_at, at.mark_tail = self._now_ms(), one.tail
        return at.lane

    def _rate(self, one: _Key, at: _Position) -> int:
        passed = self._now_ms() - at.mark_at
        return (one.tail - at.mark_tail) * 1000 // passed if at.mark_at and passed >= WINDOW_MS else at.rate

    def _count_dropped(self, one: _Key, count: int) -> None:
        one.produced += count
        for at in one.sinks.values():
            at.dropped += count

    def _account(self, key: str, sink: str) -> Account:
        one = self._keys[key]
        at = one.sinks[sink]
        oldest = max(at.at, one.first)
        age = 0
        if oldest < one.tail:
            age = max(0, self._now_ms() - int(one.lines[oldest - one.first][:MOMENT_DIGITS]))
        return Account(
            key,
            sink,
            produced=one.produced - at.joined,
            delivered=at.delivered,
            dropped=at.dropped + max(0, one.first - at.to),
            expired=at.expired,
            waiting=at.to - at.at + one.tail - max(at.to, one.first),
            claimed=at.to - at.at,
            rate=self._rate(one, at),
            lane=at.lane,
            age_ms=age,
        )
