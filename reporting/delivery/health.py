"""Health of a sink, from its workers' notes and the age of its oldest event. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from reporting.buffers.batches import Account

# From this pause on, the breaker counts as open: several tries in a row failed.
OPEN_FROM_MS = 2000
# A sink is behind if its oldest event has used up this part of its fresh time.
BEHIND_FROM = 0.25


class Health(StrEnum):
    """Well; its last try failed; several failed, so that tries pause; or it is too slow."""

    WELL = "well"
    FAILING = "failing"
    OPEN = "open"
    BEHIND = "behind"


@dataclass(frozen=True)
class Condition:
    """Health of a sink. `error` and `error_at` are of its last failure, which may be over.

    `pause_ms` is the pause after it. `returned` counts batches given back, `lapsed` leases run out.
    """

    health: Health
    error: str = ""
    error_at: datetime | None = None
    pause_ms: int = 0
    returned: int = 0
    lapsed: int = 0

    @property
    def is_failing(self) -> bool:
        """Whether it accepts nothing at present."""
        return self.health in (Health.FAILING, Health.OPEN)


@dataclass(frozen=True)
class SinkReport:
    """One sink: its kind, the sum over its keys, its condition."""

    kind: str
    total: Account
    keys: int
    condition: Condition


def condition_of(noted: Mapping[str, str], *, age_ms: int, fresh_ms: int) -> Condition:
    """The condition of a sink, from its notes and the age of its oldest event."""
    at, pause_ms = noted.get("error_at"), int(noted.get("pause_ms", 0))
    return Condition(
        _health(noted, pause_ms, age_ms, fresh_ms),
        error=noted.get("error", ""),
        error_at=datetime.fromtimestamp(int(at), UTC) if at else None,
        pause_ms=pause_ms,
        returned=int(noted.get("returned", 0)),
        lapsed=int(noted.get("lapsed", 0)),
    )


def _health(noted: Mapping[str, str], pause_ms: int, age_ms: int, fresh_ms: int) -> Health:
    if noted.get("state") == "failing":
        return Health.OPEN if pause_ms >= OPEN_FROM_MS else Health.FAILING
    return Health.BEHIND if age_ms >= BEHIND_FROM * fresh_ms else Health.WELL
