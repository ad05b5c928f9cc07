"""Members: the conversation and its members, as those who may read it see them."""

from messaging.messenger import Messenger
from messaging.model.conversations import Conversation, Member
from messaging.model.parties import Party
from messaging.services.reading import head_read
from messaging.services.rights import first_visible
from messaging.storage.reads import read_all_members, read_participation


def chat_read(messenger: Messenger, *, chat: str, party: Party) -> Conversation:
    """The conversation. Raises UnknownChatError, NotAMemberError."""
    part = read_participation(messenger.table, chat, party)
    first_visible(part, party, lambda: head_read(messenger, chat=chat))
    return part.conversation


def members_read(messenger: Messenger, *, chat: str, party: Party) -> list[Member]:
    """Every present member, by party. Raises UnknownChatError, NotAMemberError."""
    chat_read(messenger, chat=chat, party=party)
    return read_all_members(messenger.table, chat)
