"""Meter: counts the cost of requests to a table."""

from __future__ import annotations

import threading
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MeterReading:
    """Totals so far: capacity units as DynamoDB bills them, requests, and sends, retries among them."""

    read_units: float = 0.0
    write_units: float = 0.0
    requests: int = 0
    attempts: int = 0

    @property
    def retries(self) -> int:
        """Sends beyond the first of each request."""
        return self.attempts - self.requests

    def __sub__(self, earlier: MeterReading) -> MeterReading:
        return MeterReading(
            self.read_units - earlier.read_units,
            self.write_units - earlier.write_units,
            self.requests - earlier.requests,
            self.attempts - earlier.attempts,
        )


class Meter:
    """A running total of the cost, thread-safe.

    Refused requests are billed by DynamoDB but reported without units: they count as requests only.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._reading = MeterReading()

    def reading(self) -> MeterReading:
        """All totals at one moment; subtract an earlier reading to get the cost of a stretch."""
        return self._reading

    def count(
        self, *, read_units: float = 0.0, write_units: float = 0.0, requests: int = 0, attempts: int = 0
    ) -> None:
        with self._lock:
            total = self._reading
            self._reading = MeterReading(
                total.read_units + read_units,
                total.write_units + write_units,
                total.requests + requests,
                total.attempts + attempts,
            )
