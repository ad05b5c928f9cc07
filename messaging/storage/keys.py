"""Keys of the table of messages. Pure."""

from zlib import crc32

from dynamo.items import Key

LOG_PREFIX = "Log#"
NOTES_PREFIX = "Notes#"
CHAT_PREFIX = "Chat#"
CHAT_SORT = "Chat"
MEMBER_PREFIX = "Member#"
CHATS_PREFIX = "Chats#"
CONTACT_PREFIX = "Contact#"
CONTACT_SORT = "Contact"
CARD_PREFIX = "Card#"
CARD_SORT = "Card"
NOTICED_PREFIX = "Notices#"
NOTICED_SORT = "Devices"
WORKERS = "Workers"
NUMBER_DIGITS = 10
EXPIRES_AT = "ExpiresAt"
# Groups of the sparse index for conversations with something to purge.
EXPIRY_GROUPS = tuple(f"Expiry#{number}" for number in range(4))

# Group of the sparse index for cards with a next change; there are few of them.
CARDS = "Cards"


def log_of(chat: str) -> str:
    """The partition with the messages of a conversation."""
    return f"{LOG_PREFIX}{chat}"


def notes_of(chat: str) -> str:
    """The partition with the internal notes about a conversation."""
    return f"{NOTES_PREFIX}{chat}"


def number_text(number: int) -> str:
    """The sort key of a message or note."""
    return f"{number:0{NUMBER_DIGITS}d}"


def chat_of(chat: str) -> str:
    """The partition with a conversation and its members."""
    return f"{CHAT_PREFIX}{chat}"


def chat_key(chat: str) -> Key:
    return Key(chat_of(chat), CHAT_SORT)


def member_key(chat: str, party: str) -> Key:
    return Key(chat_of(chat), f"{MEMBER_PREFIX}{party}")


def chats_of(party: str) -> str:
    """The partition with the conversations of a party, and how far it has read each."""
    return f"{CHATS_PREFIX}{party}"


def cursor_key(party: str, chat: str) -> Key:
    return Key(chats_of(party), chat)


def contact_key(contact_id: str) -> Key:
    return Key(f"{CONTACT_PREFIX}{contact_id}", CONTACT_SORT)


def card_key(card_id: str) -> Key:
    return Key(f"{CARD_PREFIX}{card_id}", CARD_SORT)


def noticed_key(party: str) -> Key:
    """The devices of a party, and what they have acknowledged."""
    return Key(f"{NOTICED_PREFIX}{party}", NOTICED_SORT)


def worker_key(worker: int) -> Key:
    return Key(WORKERS, f"{worker:03d}")


def expiry_group(chat: str) -> str:
    """The index group of a conversation, for what expires in it."""
    return EXPIRY_GROUPS[crc32(chat.encode()) % len(EXPIRY_GROUPS)]
