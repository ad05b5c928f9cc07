"""States of deliveries, and how the deliveries of one receiver stand. Pure."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class State(StrEnum):
    """State of a delivery."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    FAILED = "failed"


@dataclass(frozen=True)
class Standing:
    """The deliveries of one receiver: how many wait, of these were attempted, and failed; the first due."""

    waiting: int = 0
    attempted: int = 0
    failed: int = 0
    due_since: datetime | None = None
