"""Messages and lists as their reader may see them, as JSON. Pure.

Customers see one counterpart, no matter who serves them.
"""

from typing import Any

from messaging.inbox.listing import Listing, Row
from messaging.inbox.news import moment_text
from messaging.model.attached import described_file
from messaging.model.card import body_for_customers
from messaging.model.messages import Kind, Message

SERVICE = "service"
CUSTOMER = "contact:"


def is_customer(party: str) -> bool:
    return party.startswith(CUSTOMER)


def party_shown(party: str, *, to_customer: bool) -> str:
    return SERVICE if to_customer and not is_customer(party) else party


def text_shown(kind: str, text: str, *, to_customer: bool) -> str:
    """The text of a message; of an event or a card customers see what happened, not who did it."""
    if to_customer and kind == Kind.CARD:
        return body_for_customers(text, service=SERVICE)
    return text.partition(" ")[0] if to_customer and kind == Kind.EVENT else text


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
        "sender": party_shown(message.sender, to_customer=to_customer),
        "body": text_shown(message.kind, message.body, to_customer=to_customer),
        "count": message.count,
        "at": moment_text(message.at),
        "recalled": message.recalled,
        "state": {"open": state.open, **served},
    }


def transcript_line(message: Message, *, to_customer: bool) -> str:
    """A text or file as plain text; empty for other kinds.

    Its further lines are indented, so that no text looks like a message of its own.
    """
    if message.kind not in (Kind.TEXT, Kind.ATTACHMENT):
        return ""
    sender = party_shown(message.sender, to_customer=to_customer)
    if to_customer:
        sender = "Customer service" if sender == SERVICE else "You"
    return "\n    ".join(f"{message.at:%Y-%m-%d %H:%M} {sender}: {_said(message)}".splitlines())


def _said(message: Message) -> str:
    if message.recalled:
        return "(recalled)"
    if message.kind is Kind.ATTACHMENT:
        return f"({described_file(message).get('name', 'file')})"
    return message.body


def notice_shown(notice: Message) -> dict[str, Any]:
    """A notice, as staff see it."""
    return {
        "number": notice.number,
        "client_id": notice.client_id,
        "sender": notice.sender,
        "body": notice.body,
        "at": moment_text(notice.at),
    }


def listing_shown(listing: Listing, *, to_customer: bool) -> dict[str, Any]:
    """A list of conversations."""
    return {
        "epoch": listing.epoch,
        "stamp": listing.stamp,
        "before": listing.before,
        "rows": [_row_shown(row, to_customer=to_customer) for row in listing.rows],
    }


def _row_shown(row: Row, *, to_customer: bool) -> dict[str, Any]:
    if row.head is None:
        return {"chat": row.chat, "stamp": row.stamp, "left": True}
    line = row.head.line
    return {
        "chat": row.chat,
        "stamp": row.stamp,
        "left": False,
        "number": row.head.number,
        "count": row.head.count,
        "unread": row.unread,
        "read_number": row.read.number,
        "read_count": row.read.count,
        "line": {
            "message_id": line.message_id,
            "kind": line.kind,
            "sender": party_shown(line.sender, to_customer=to_customer),
            "text": text_shown(line.kind, line.text, to_customer=to_customer),
            "at": line.at,
        },
    }
