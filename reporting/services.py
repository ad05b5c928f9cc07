"""Services of reporting: deliver now what waits, test a sink."""

import json
from dataclasses import replace
from datetime import datetime

from django.conf import settings

from reporting import runtime
from reporting.buffers.batches import Batch, Buffers, Lane
from reporting.exceptions import DeliveryError, NoTestError, UnknownSinkError
from reporting.sinks.opening import open_sink
from reporting.sinks.sink import Sink
from reporting.sinks.specs import WEBHOOKS, WebhookSpec, read_sinks
from reporting.webhooks.messages import TEST

# Kinds of sinks that take a test event; the others only write to the database.
TESTED = ("file", "webhook", "kinesis", "firehose", "sqs", "null")


def sink_drain(buffers: Buffers, name: str, sink: Sink) -> int:
    """Delivers the unclaimed waiting events of one sink, and answers their number.

    Ends when nothing is left to claim. Raises DeliveryError as soon as the sink does not accept a batch,
    which then waits again, and redis.RedisError.
    """
    delivered = 0
    for lane in (Lane.HOT, Lane.COLD, Lane.HOT):
        while (batch := buffers.claim(name, lane)) is not None:
            try:
                sink.deliver(batch)
            except DeliveryError:
                buffers.give_back(name, batch)
                raise
            buffers.finish(name, batch, delivered=batch.count)
            delivered += batch.count
    return delivered


def sink_test(name: str, *, at: datetime) -> None:
    """Hands a test event to a sink, past its buffer.

    Raises UnknownSinkError, NoTestError, BadSinkError, DeliveryError.
    """
    specs = read_sinks(settings.REPORTING_SINKS, lease_seconds=runtime.limits().lease_seconds)
    spec = specs.get(name)
    if spec is None:
        raise UnknownSinkError(name)
    if settings.REPORTING_SINKS[name]["kind"] not in TESTED:
        raise NoTestError
    if isinstance(spec, WebhookSpec):
        spec = replace(spec, kinds="")  # it would leave the test event out
    moment = int(at.timestamp() * 1000)
    event = json.dumps({"kind": TEST, "at": at.isoformat()})
    sink = open_sink(name, spec, folder=settings.DATA_DIR / "reporting")
    try:
        sink.deliver(Batch(TEST, 0, moment, 1, 1, f"{moment:013d} {event}".encode()))
    finally:
        sink.close()


def has_webhooks() -> bool:
    """Whether events reach the webhooks that administrators set up."""
    return any(sink["kind"] == WEBHOOKS for sink in settings.REPORTING_SINKS.values())
