"""Totals of one process on the way to the engine. Pure."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Counted:
    """Totals of one process: requests by operation, and capacity units; a refusal names none."""

    operations: Counter[str] = field(default_factory=Counter)
    read_units: float = 0.0
    write_units: float = 0.0

    @property
    def requests(self) -> int:
        """Requests of any operation."""
        return self.operations.total()

    def __add__(self, other: "Counted") -> "Counted":
        return Counted(
            self.operations + other.operations,
            self.read_units + other.read_units,
            self.write_units + other.write_units,
        )

    def __sub__(self, earlier: "Counted") -> "Counted":
        return Counted(
            self.operations - earlier.operations,
            self.read_units - earlier.read_units,
            self.write_units - earlier.write_units,
        )
