"""Range of a figure: the least and the most that is allowed, and its unit. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The least and the most of one figure, and its unit."""

    least: float
    most: float
    unit: str
