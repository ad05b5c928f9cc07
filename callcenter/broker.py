"""Celery broker on Redis: connections that survive its death, a full disk and silence.

It adds what Celery and kombu lack, so that the worker reconnects and need not end.
"""

from typing import Any

from celery.app.amqp import AMQP
from kombu import Connection
from kombu.transport import redis as by_redis
from redis.exceptions import ConnectionError as RedisConnectionError

# A broker that is back is found within seconds after any absence; kombu would wait up to 30.
LONGEST_PAUSE_SECONDS = 2


class Channel(by_redis.Channel):
    """A channel that raises a connection error if its connection is closed.

    After a loss kombu still acknowledges and returns messages on it. It expects connection errors there; the
    AttributeError that it raises itself would end the worker.
    """

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:  # noqa: FBT001, FBT002 - kombu's own
        if self.connection is None or self.connection.client is None:
            raise RedisConnectionError("the connection to the broker is closed")
        parameters: dict[str, Any] = super()._connparams(asynchronous=asynchronous)  # type: ignore[misc]
        return parameters


class Transport(by_redis.Transport):
    Channel = Channel


class BrokerConnection(Connection):
    """A connection over this transport with steady retries."""

    def get_transport_cls(self) -> type[Transport]:
        return Transport

    def ensure_connection(self, *args: Any, **options: Any) -> Any:
        """Connects, with endless retries."""
        return super().ensure_connection(*args, **{"interval_max": LONGEST_PAUSE_SECONDS, **options})


class BrokerAMQP(AMQP):
    """Celery's way to the broker, with these connections."""

    Connection = BrokerConnection
