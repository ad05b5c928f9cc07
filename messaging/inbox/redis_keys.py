"""Keys of the inbox in Redis. Pure.

Marks, read marks and readers stay; all else belongs to an epoch: what another epoch wrote is never read, and
expires by itself.
"""

from dataclasses import dataclass

ROOT = "callcenter:messages"
CHANNEL = ROOT
EPOCH = f"{ROOT}:epoch"
MARKS = f"{ROOT}:marks"
UNSAVED = f"{ROOT}:unsaved"
DUE = f"{ROOT}:due"
SAVED = f"{ROOT}:saved"
KEPT_SECONDS = 7 * 24 * 3600


@dataclass(frozen=True)
class Keys:
    """The keys of one epoch."""

    epoch: str

    @property
    def stamp(self) -> str:
        """The last stamp given."""
        return self._named("stamp")

    @property
    def published(self) -> str:
        """The stamp of the last message on the channel."""
        return self._named("published")

    def chat(self, chat: str) -> str:
        """The head of a conversation: number, count, line and stamp of its last message."""
        return self._named("chat", chat)

    def inbox(self, party: str) -> str:
        """The conversations of a user, by the stamp of their last change."""
        return self._named("inbox", party)

    def large(self, party: str) -> str:
        """The large conversations of a user, which have only a stamp of their own."""
        return self._named("large", party)

    def _named(self, *parts: str) -> str:
        return ":".join((ROOT, self.epoch, *parts))


def readers(chat: str) -> str:
    """How far each member has read."""
    return f"{ROOT}:readers:{chat}"
