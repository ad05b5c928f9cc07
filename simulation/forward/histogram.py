"""Histogram of waits; its size does not grow with the number of calls. Pure."""

from math import log, sqrt

# Buckets are 2 % wide, so a quantile is off by at most 1 %.
WIDTH = 1.02
_SCALE = 1 / log(WIDTH)
# Shorter waits count as none.
LEAST_SECONDS = 0.01


class Waits:
    """Number of waits in each bucket, their sum, and the longest."""

    __slots__ = ("buckets", "count", "longest", "total")

    def __init__(self) -> None:
        self.buckets: dict[int, int] = {}
        self.count = 0
        self.total = 0.0
        self.longest = 0.0

    def add(self, seconds: float) -> None:
        bucket = int(log(seconds / LEAST_SECONDS) * _SCALE) + 1 if seconds >= LEAST_SECONDS else 0
        self.buckets[bucket] = self.buckets.get(bucket, 0) + 1
        self.count += 1
        self.total += seconds
        self.longest = max(self.longest, seconds)

    def merge(self, other: "Waits") -> None:
        for bucket, count in other.buckets.items():
            self.buckets[bucket] = self.buckets.get(bucket, 0) + count
        self.count += other.count
        self.total += other.total
        self.longest = max(self.longest, other.longest)

    @property
    def mean(self) -> float | None:
        """The mean in seconds; None without any waits."""
        return self.total / self.count if self.count else None

    def quantile(self, share: float) -> float | None:
        """The wait that this share does not exceed, within 1 %; None without any waits."""
        reached, wanted = 0, share * self.count
        for bucket in sorted(self.buckets):
            reached += self.buckets[bucket]
            if reached >= wanted:
                middle = LEAST_SECONDS * WIDTH ** (bucket - 1) * sqrt(WIDTH) if bucket else 0.0
                return min(middle, self.longest)
        return None
