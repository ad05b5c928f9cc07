"""Webhooks sink: writes a delivery for each receiver of an event; the deliverer posts them."""

from collections.abc import Callable, Sequence
from datetime import datetime

from django.db import DatabaseError

from reporting.buffers.batches import Batch
from reporting.connections import let_go
from reporting.exceptions import DeliveryError
from reporting.webhooks.deliveries import deliveries_write
from reporting.webhooks.messages import messages_of
from routing.model.settings.webhooks import Webhooks


class WebhooksSink:
    """Writes to the database of the settings; thread-safe."""

    rest_seconds = 0.1  # deliveries of several keys share a transaction

    def __init__(self, webhooks: Callable[[], Webhooks], clock: Callable[[], datetime]) -> None:
        self._webhooks, self._clock = webhooks, clock

    def deliver(self, batch: Batch) -> None:
        """See `Sink`."""
        self.deliver_together([batch])

    def deliver_together(self, batches: Sequence[Batch]) -> None:
        """See `Gathering`."""
        messages = [message for batch in batches for message in messages_of(batch)]
        let_go()
        try:
            deliveries_write(messages, self._webhooks(), at=self._clock())
        except DatabaseError as error:
            raise DeliveryError(f"{type(error).__name__}: {error}") from error
        finally:
            let_go()

    def close(self) -> None:
        """Nothing to close."""
