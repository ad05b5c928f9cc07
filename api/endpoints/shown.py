"""Messages as their reader may see them: customers see one counterpart, whoever serves them. Pure."""

from typing import Any

from api.conventions.moments import to_text
from messaging.model.messages import Message

SERVICE = "service"
CUSTOMER = "contact:"


def message_shown(message: Message, *, to_customer: bool) -> dict[str, Any]:
    """A message; who serves the conversation is for staff only."""
    state = message.state
    served = {} if to_customer else {"contact": state.contact, "agent": state.agent}
    return {
        "chat": message.chat,
        "number": message.number,
        "message_id": message.message_id,
        "client_id": message.client_id,
        "kind": str(message.kind),
        "sender": SERVICE if to_customer and not message.sender.startswith(CUSTOMER) else message.sender,
        "body": message.body,
        "count": message.count,
        "at": to_text(message.at),
        "recalled": message.recalled,
        "state": {"open": state.open, **served},
    }
