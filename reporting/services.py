"""Services of reporting: deliver now what waits."""

from reporting.buffers.batches import Buffers, Lane
from reporting.exceptions import DeliveryError
from reporting.sinks.sink import Sink


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
