"""Model of buffers: every event has one fate for each sink."""

from dataclasses import dataclass, field

from bench.reporting.age import moments_ms
from reporting.buffers.batches import Account, Batch, Lane
from tests.contracts.reporting_buffers import SINKS, SMALL, Bench

KEYS = ("a", "b")


@dataclass
class Truth:
    """Lines in the order they were appended, by key, and what each sink was told to count of them."""

    appended: dict[str, list[bytes]] = field(default_factory=dict)
    missed: dict[str, int] = field(default_factory=dict)
    delivered: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    handed_out: dict[tuple[str, str], int] = field(default_factory=dict)
    claims: dict[tuple[str, str], int] = field(default_factory=dict)

    def check_batch(self, sink: str, batch: Batch, oldest_ms: int) -> None:
        """It is what was appended at those numbers, no more than it may be, fresh, and nothing delivered."""
        wanted = self.appended[batch.key][batch.first : batch.first + batch.count]
        assert batch.lines() == wanted
        assert 0 < batch.count <= SMALL.batch
        assert min(moments_ms(batch)) >= oldest_ms
        assert batch.first >= self.handed_out.get((sink, batch.key), 0), "in order, once finished never again"
        assert batch.token > self.claims.get((sink, batch.key), 0)
        self.claims[sink, batch.key] = batch.token

    def ended(self, sink: str, batch: Batch) -> None:
        """A claim ended by its owner."""
        assert batch.token == self.claims[sink, batch.key], "it had become another's"

    def finished(self, sink: str, batch: Batch, delivered: int) -> None:
        """A claim ended and was counted."""
        self.ended(sink, batch)
        self.handed_out[sink, batch.key] = batch.first + batch.count
        self.delivered.setdefault((sink, batch.key), []).append(delivered)

    def check_account(self, account: Account) -> None:
        """Everything produced has exactly one fate."""
        assert account.unaccounted == 0, account
        key = account.key
        assert account.produced == len(self.appended.get(key, ())) + self.missed.get(key, 0)
        assert account.delivered == sum(self.delivered.get((account.sink, key), ()))
        assert 0 <= account.claimed <= min(SMALL.batch, account.waiting)
        assert account.waiting <= SMALL.capacity + account.claimed
        overflowed = account.dropped - self.missed.get(key, 0)
        assert 0 <= overflowed <= max(0, len(self.appended.get(key, ())) - SMALL.capacity)


def drained(bench: Bench, truth: Truth) -> None:
    """All waiting events come out for every sink: no key was lost outside the rings."""
    bench.wait(SMALL.lease_seconds + 1)
    for sink in SINKS:
        for lane in (Lane.COLD, Lane.HOT, Lane.COLD, Lane.HOT):
            while (batch := bench.buffers.claim(sink, lane)) is not None:
                truth.claims[sink, batch.key] = batch.token
                assert bench.buffers.finish(sink, batch, delivered=batch.count)
                truth.finished(sink, batch, batch.count)
    for account in bench.buffers.accounts():
        truth.check_account(account)
        assert account.waiting == 0, account
