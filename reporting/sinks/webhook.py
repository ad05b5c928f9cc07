"""Webhook sink: posts signed batches; docs/reporting.md says how to check a signature."""

import gzip
import hashlib
import http.client
import json
import time
from collections.abc import Callable

from outbound.posting import Poster
from outbound.signing import signed, standard_signed
from reporting.buffers.batches import Batch
from reporting.exceptions import DeliveryError
from reporting.sinks.sink import envelope, named_events
from reporting.sinks.specs import WebhookSpec

FASTEST_COMPRESSION = 1
KEY_DIGITS = 12


class WebhookSink:
    """One connection for each thread, kept open; follows no redirect. `clock`: seconds since 1970."""

    def __init__(self, spec: WebhookSpec, clock: Callable[[], float] = time.time) -> None:
        self._spec, self._clock, self._wanted = spec, clock, spec.wanted
        self._poster = Poster(spec.url, timeout_seconds=spec.timeout_seconds)

    def deliver(self, batch: Batch) -> None:
        """Returns after a 2xx, or if it has no event of the wanted kinds.

        Raises DeliveryError: another answer, none in time, no connection.
        """
        body = self._body(batch)
        if body is None:
            return
        if self._spec.gzip:
            body = gzip.compress(body, FASTEST_COMPRESSION)
        host = self._poster.host
        try:
            status, _ = self._poster.post(body, self._headers(batch, body))
        except (OSError, http.client.HTTPException) as error:
            raise DeliveryError(f"{host}: {error or type(error).__name__}") from error
        if not 200 <= status < 300:  # noqa: PLR2004 - what HTTP calls success
            raise DeliveryError(f"{host} answered {status}")

    def _body(self, batch: Batch) -> bytes | None:
        """The events; of some kinds each with its number, since those between are missing."""
        if not self._wanted:
            return envelope(batch, batch.events(), batch.first)
        events = [one for one in named_events(batch) if json.loads(one).get("kind") in self._wanted]
        return envelope(batch, events, batch.first) if events else None

    def close(self) -> None:
        """Closes the connection of this thread."""
        self._poster.close()

    def _headers(self, batch: Batch, body: bytes) -> dict[str, str]:
        at, name = self._clock(), f"{batch.since}-{batch.first}-{batch.count}"
        # Numbers are those of a key, so the id of a batch has its key too.
        key = hashlib.sha256(batch.key.encode()).hexdigest()[:KEY_DIGITS]
        headers = {
            "Content-Type": "application/json",
            "X-Callcenter-Batch": name,
            **signed(self._spec.secret, body, at=at),
            **standard_signed(self._spec.secret, body, message_id=f"{key}-{name}", at=at),
        }
        return headers | ({"Content-Encoding": "gzip"} if self._spec.gzip else {})
