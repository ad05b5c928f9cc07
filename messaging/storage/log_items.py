"""Items of messages and notes: to items and back. Pure."""

from dataclasses import replace
from typing import Any

from dynamo.items import Attributes, Key, Value, key_of
from messaging.model.messages import Head, Kind, Message, State
from messaging.storage import keys
from routing.exceptions import UnreadableItemError
from routing.storage.forms import record, shapes
from routing.storage.forms.form import Form, Remedy
from routing.storage.forms.record import Record, shapes_of

# Between the conversation and the number of its message in the name of a contact.
BEHIND_CHAT = "."
HIGHEST_ID = (1 << 53) - 1
MESSAGE_ID = record.Kind(
    shapes.Shape(
        "a message id of at most 53 bits",
        lambda value: type(value) is int and 0 <= value <= HIGHEST_ID,
    )
)
STATE = Record(
    {},
    {
        "Open": ("open", record.FLAG),
        "Contact": ("contact", record.TEXT),
        "Agent": ("agent", record.TEXT),
        "Waits": ("waits", record.FLAG),
    },
    absent={"open": False},
)


def state_item(state: State) -> dict[str, Any]:
    """The map of a state."""
    return dict(STATE.written(state))


def state_from(value: Any) -> State:
    """The state that a map holds."""
    return State(**STATE.fields(value))


def _is_state(value: Value) -> bool:
    shapes_here = shapes_of(STATE.optional)
    return isinstance(value, dict) and all(
        name not in shapes_here or shapes_here[name].fits(one) for name, one in value.items()
    )


A_STATE = record.Kind(
    shapes.Shape("a map with Open, Contact, Agent and Waits", _is_state), write=state_item, read=state_from
)
HELD = Record(
    {
        "MessageID": ("message_id", MESSAGE_ID),
        "ClientID": ("client_id", record.ID),
        "Kind": ("kind", record.one_of(Kind)),
        "From": ("sender", record.ID),
        "Count": ("count", record.WHOLE),
        "State": ("state", A_STATE),
    },
    {
        "Body": ("body", record.TEXT),
        "Recalled": ("recalled", record.FLAG),
        "ExpiresAt": ("expires_at", record.COUNT),
    },
    absent={"body": ""},
)


def _own_key(item: Attributes) -> Key:
    return Key(str(item["pk"]), keys.number_text(int(str(item["sk"]))))


MESSAGE = Form(
    "message",
    keys.LOG_PREFIX,
    Remedy.PERSON,
    Remedy.PERSON,
    key=_own_key,
    required=shapes_of(HELD.required),
    optional=shapes_of(HELD.optional),
)


def message_key(log: str, number: int) -> Key:
    """The key of a message in its log, `Log#<chat>` or `Notes#<chat>`."""
    return Key(log, keys.number_text(number))


def message_item(message: Message) -> Attributes:
    """The attributes of a message, without its key."""
    return HELD.written(replace(message, state=_shortened(message.state, message.chat)))


def message_from(item: Attributes) -> Message:
    """The message that an item holds. Raises UnreadableItemError."""
    MESSAGE.check(item)
    pk, sk, _ = key_of(item)
    message = Message(chat=pk.partition("#")[2], number=int(sk), **HELD.fields(item))
    return replace(message, state=_lengthened(message.state, message.chat))


def _shortened(state: State, chat: str) -> State:
    """The state in the log of a conversation: the name of its contact without that of the conversation.

    The key has that already, and a message of 800 bytes is to fit one write unit of 1,024.
    """
    is_own = state.contact.startswith(chat + BEHIND_CHAT)
    return replace(state, contact=state.contact.removeprefix(chat)) if is_own else state


def _lengthened(state: State, chat: str) -> State:
    is_own = state.contact.startswith(BEHIND_CHAT)
    return replace(state, contact=chat + state.contact) if is_own else state


def shown_message_from(item: Attributes) -> Message:
    """The message that an item holds, or one of the kind `unreadable` without content."""
    try:
        return message_from(item)
    except UnreadableItemError:
        pk, sk, _ = key_of(item)
        number = int(sk) if sk.isdecimal() else 0
        return Message(pk.partition("#")[2], number, 0, "", Kind.UNREADABLE, "routing", "", 0)


def head_item(head: Head) -> dict[str, Any]:
    """The map of a head."""
    return {"Number": head.number, "Count": head.count, "State": state_item(head.state)}


def head_from(value: Any) -> Head:
    """The head that a map holds."""
    return Head(int(value["Number"]), int(value["Count"]), state_from(value["State"]))


def is_head(value: Value) -> bool:
    """Whether a value is the map of a head."""
    return (
        isinstance(value, dict)
        and shapes.is_whole(value.get("Number"))
        and shapes.is_whole(value.get("Count"))
        and _is_state(value.get("State"))
    )
