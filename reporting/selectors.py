"""Selectors of reporting: accounts, sinks and their health, newest events."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings

from reporting import runtime
from reporting.buffers.batches import Account, Limits
from reporting.buffers.in_redis import RedisBuffers
from reporting.delivery.health import SinkReport, condition_of

# Timeout of a page's request to Redis.
ANSWER_SECONDS = 1.0


@dataclass(frozen=True)
class Overview:
    """Each sink of the settings, in their order, with the accounts of its keys and their totals."""

    sinks: list[SinkReport]
    accounts: list[Account]
    limits: Limits


def overview() -> Overview:
    """State of reporting. Raises redis.RedisError."""
    if not settings.REPORTING_SINKS:
        return Overview([], [], runtime.limits())
    buffers = _reader(settings.REDIS_URL, tuple(settings.REPORTING_SINKS), runtime.limits())
    by_sink: dict[str, list[Account]] = {name: [] for name in settings.REPORTING_SINKS}
    accounts = buffers.accounts()
    for account in accounts:
        by_sink[account.sink].append(account)
    sinks = [_report(name, some, buffers) for name, some in by_sink.items()]
    return Overview(sinks, accounts, buffers.limits)


def sink_report_list() -> list[SinkReport]:
    """One for each sink that has had events. Raises redis.RedisError."""
    return [one for one in overview().sinks if one.keys]


def event_list(key: str, *, newest: int) -> list[bytes]:
    """The JSON of the newest kept events of a key, oldest first. Raises redis.RedisError."""
    names = tuple(settings.REPORTING_SINKS)
    return _reader(settings.REDIS_URL, names, runtime.limits()).recent(key, newest)


def account_sum(accounts: Iterable[Account], *, key: str, sink: str) -> Account:
    """The sum of accounts: counts added, the oldest age."""
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


def _report(name: str, accounts: list[Account], buffers: RedisBuffers) -> SinkReport:
    total = account_sum(accounts, key="", sink=name)
    condition = condition_of(buffers.noted(name), age_ms=total.age_ms, fresh_ms=buffers.limits.fresh_ms)
    return SinkReport(str(settings.REPORTING_SINKS[name]["kind"]), total, len(accounts), condition)


@lru_cache(maxsize=4)
def _reader(_url: str, _sinks: tuple[str, ...], _limits: Limits) -> RedisBuffers:
    """The buffers of the settings, over connections kept for the next read."""
    return runtime.buffers(ANSWER_SECONDS)
