"""Range of a figure: the least and the most that is allowed, and its unit. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The least and the most of one figure, and its unit."""

    least: float
    most: float
    unit: str

    def __contains__(self, value: float) -> bool:
        return self.least <= value <= self.most

    def text(self, digits: str) -> str:
        """Both ends and the unit, each number with this format."""
        return f"from {self.least:{digits}} to {self.most:{digits}} {self.unit}".rstrip()
