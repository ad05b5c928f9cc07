"""Metrics of reporting in Prometheus format: accounts and health of sinks."""

from collections.abc import Callable, Iterable, Iterator

import redis
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from reporting.buffers.batches import Account
from reporting.delivery.health import Health, SinkReport
from reporting.selectors import Overview

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
ROOT = "callcenter_reporting"
COUNTERS = {
    "produced": "Events buffered or counted as lost",
    "delivered": "Events delivered to the sink",
    "dropped": "Events lost to a full buffer, or while Redis was away",
    "expired": "Events that became too old before they were delivered",
}
GAUGES = {
    "waiting": "Events waiting, including claimed ones",
    "claimed": "Events claimed by a worker",
}


def metrics_text(read: Callable[[], Overview], *, most_keys: int) -> bytes:
    """The metrics in Prometheus text format; of single keys the `most_keys` that produced most.

    If `read` raises redis.RedisError, `callcenter_reporting_up` is 0 and all others are missing.
    """
    registry = CollectorRegistry()
    registry.register(_Accounts(read, most_keys))
    return generate_latest(registry)


class _Accounts(Collector):
    def __init__(self, read: Callable[[], Overview], most_keys: int) -> None:
        self._read, self._most_keys = read, most_keys

    def collect(self) -> Iterator[Metric]:
        """Reads once."""
        try:
            found = self._read()
        except redis.RedisError:
            yield _up(0)
            return
        yield _up(1)
        fresh = "Age beyond which an event is not sent"
        yield GaugeMetricFamily(f"{ROOT}_fresh_seconds", fresh, value=found.limits.fresh_seconds)
        yield from _figures(ROOT, [one.total for one in found.sinks], ("sink",))
        yield from _conditions(found.sinks)
        if self._most_keys:
            busiest = sorted(found.accounts, key=lambda one: (-one.produced, one.key, one.sink))
            yield from _figures(f"{ROOT}_key", busiest[: self._most_keys], ("sink", "key"))


def _up(value: int) -> Metric:
    return GaugeMetricFamily(f"{ROOT}_up", "Whether Redis answers with the counts", value=value)


def _figures(root: str, accounts: Iterable[Account], labels: tuple[str, ...]) -> Iterator[Metric]:
    every = [([getattr(one, label) for label in labels], one) for one in accounts]
    for name, says in COUNTERS.items():
        counter = CounterMetricFamily(f"{root}_{name}", says, labels=labels)
        for values, one in every:
            counter.add_metric(values, getattr(one, name))
        yield counter
    for name, says in GAUGES.items():
        gauge = GaugeMetricFamily(f"{root}_{name}", says, labels=labels)
        for values, one in every:
            gauge.add_metric(values, getattr(one, name))
        yield gauge
    age = GaugeMetricFamily(
        f"{root}_oldest_seconds", "Age of the oldest waiting event; 0 without one", labels=labels
    )
    for values, one in every:
        age.add_metric(values, one.age_ms / 1000)
    yield age


def _conditions(sinks: Iterable[SinkReport]) -> Iterator[Metric]:
    health = GaugeMetricFamily(
        f"{ROOT}_health", "1 for the sink's state, otherwise 0", labels=("sink", "health")
    )
    returned = CounterMetricFamily(f"{ROOT}_returned_batches", "Batches returned", labels=("sink",))
    lapsed = CounterMetricFamily(f"{ROOT}_lapsed_leases", "Leases expired", labels=("sink",))
    for one in sinks:
        sink, how = one.total.sink, one.condition
        for each in Health:
            health.add_metric([sink, str(each)], how.health is each)
        returned.add_metric([sink], how.returned)
        lapsed.add_metric([sink], how.lapsed)
    yield from (health, returned, lapsed)
