"""Notices: the log of all of them, and how far each device of a party has acknowledged it. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

NOTICES = "~notices"
"""The id of their log; no other conversation's begins with '~'."""
KEPT = timedelta(days=30)
"""How long notices are kept, and what a device has acknowledged: so none is shown to it again."""
LONGEST_NOTICE = 1000
LONGEST_DEVICE = 64
MOST_DEVICES = 50


@dataclass(frozen=True)
class Acknowledged:
    """Up to which number, and when, in seconds of the epoch."""

    number: int
    at: int


@dataclass(frozen=True)
class Devices:
    """The devices of a party; `version` 0: none has acknowledged anything."""

    by_id: Mapping[str, Acknowledged] = field(default_factory=dict)
    version: int = 0

    def number(self, device: str) -> int:
        """Up to which number a device has acknowledged."""
        return self.by_id[device].number if device in self.by_id else 0

    def acknowledged(self, device: str, number: int, now: datetime) -> "Devices":
        """After a device has acknowledged. Devices that did so long ago are left out, and of too many those
        that did so first: to them, notices are shown again.
        """
        oldest = (now - KEPT).timestamp()
        others = {name: one for name, one in self.by_id.items() if name != device and one.at > oldest}
        newest = sorted(others, key=lambda name: others[name].at, reverse=True)[: MOST_DEVICES - 1]
        kept = {name: others[name] for name in newest}
        return Devices({**kept, device: Acknowledged(number, int(now.timestamp()))}, self.version + 1)
