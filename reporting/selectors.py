"""Owns what can be asked of reporting: accounts, and how the sinks are."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from reporting import runtime
from reporting.buffers import Account


@dataclass(frozen=True)
class SinkReport:
    """One sink: the sum over its keys, and how it is.

    `failing` while it takes nothing, for the reason in `error`, last at `error_at`. `returned` counts
    batches given back, `lapsed` leases that ran out.
    """

    total: Account
    keys: int
    failing: bool
    error: str
    error_at: datetime | None
    returned: int
    lapsed: int


def account_list() -> list[Account]:
    """What became of the events, for each key and sink. Raises redis.RedisError."""
    return runtime.buffers().accounts()


def sink_report_list() -> list[SinkReport]:
    """One for each sink that has had events. Raises redis.RedisError."""
    buffers = runtime.buffers()
    by_sink: dict[str, list[Account]] = {}
    for account in buffers.accounts():
        by_sink.setdefault(account.sink, []).append(account)
    return [_report(sink, accounts, buffers.noted(sink)) for sink, accounts in sorted(by_sink.items())]


def event_list(key: str, *, newest: int) -> list[bytes]:
    """The JSON of the newest events that are still kept of a key, oldest first. Raises redis.RedisError."""
    return runtime.buffers().recent(key, newest)


def account_sum(accounts: Iterable[Account], *, key: str, sink: str) -> Account:
    """All of them as one: counts added, the oldest age."""
    every = list(accounts)
    return Account(
        key,
        sink,
        produced=sum(one.produced for one in every),
        delivered=sum(one.delivered for one in every),
        dropped=sum(one.dropped for one in every),
        expired=sum(one.expired for one in every),
        waiting=sum(one.waiting for one in every),
        claimed=sum(one.claimed for one in every),
        rate=sum(one.rate for one in every),
        age_ms=max((one.age_ms for one in every), default=0),
    )


def _report(sink: str, accounts: list[Account], noted: dict[str, str]) -> SinkReport:
    at = noted.get("error_at")
    return SinkReport(
        account_sum(accounts, key="", sink=sink),
        len(accounts),
        failing=noted.get("state") == "failing",
        error=noted.get("error", ""),
        error_at=datetime.fromtimestamp(int(at), UTC) if at else None,
        returned=int(noted.get("returned", 0)),
        lapsed=int(noted.get("lapsed", 0)),
    )
