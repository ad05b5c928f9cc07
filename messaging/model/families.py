"""Family: a party, and the contacts merged into it, whose conversations it has too. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Family:
    """A party and the aliases of a named contact, the party first; `merges` counts these changes."""

    parties: tuple[str, ...]
    merges: int = 0

    def epoch(self, epoch: str) -> str:
        """The epoch as its devices know it: another one after each merge, so that they read whole lists."""
        return f"{epoch}{self._mark}" if epoch else ""

    def bare(self, epoch: str) -> str:
        """The epoch that its devices know in this way; empty if they know another family."""
        return epoch.removesuffix(self._mark) if epoch == self.epoch(epoch.partition("~")[0]) else ""

    @property
    def _mark(self) -> str:
        return f"~{self.merges}" if self.merges else ""

    def own(self, parties: Iterable[str]) -> str:
        """The first of the family among some parties; empty if there is none."""
        among = frozenset(parties)
        return next((one for one in self.parties if one in among), "")
