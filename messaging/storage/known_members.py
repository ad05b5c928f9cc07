"""Members of conversations as this process last read them, by the version of the conversation, which each
join and leave changes.
"""

from messaging.model.conversations import Conversation

MOST_KEPT = 10_000


class KnownMembers:
    """A bounded memory; thread-safe."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[int, tuple[str, ...]]] = {}

    def of(self, conversation: Conversation) -> tuple[str, ...] | None:
        """The parties of a conversation as it was read now, if they are known."""
        version, parties = self._kept.get(conversation.chat_id, (0, ()))
        return parties if version == conversation.version else None

    def keep(self, conversation: Conversation, parties: tuple[str, ...]) -> None:
        """The parties read after the conversation: those of its version, or of a later one, under which they
        are never found.
        """
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        self._kept[conversation.chat_id] = (conversation.version, parties)
