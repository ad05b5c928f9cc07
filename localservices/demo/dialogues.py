"""Dialogues of the demo's chats: customers' questions and agents' replies, line by line. Pure."""

from collections.abc import Sequence

from messaging.model.messages import COUNTED, Kind, Message
from messaging.model.parties import PartyKind, party_of

PREFIX = "demo-"  # of the ids of conversations whose customers are simulated
DIALOGUES = (
    (
        ("Hi, is the red hatchback still available?", "Yes, it is. Would you like to see it?"),
        ("Tomorrow afternoon would suit me.", "3 p.m. is free. I have booked it for you."),
        ("Great, thank you!", "You're welcome. See you tomorrow!"),
    ),
    (
        ("Does the blue estate have a tow bar?", "It does, a removable one."),
        ("And how many owners before?", "One, with a full service history."),
        ("Thanks, I'll think about it.", "Of course. Write to us any time."),
    ),
    (
        (
            "I bought a van from you, the radio has stopped working.",
            "I'm sorry. It is under warranty until May.",
        ),
        ("Where can I bring it?", "To any of our garages; shall I book Monday at 9?"),
        ("Monday is fine.", "Booked. You'll get a confirmation by e-mail."),
    ),
)
TO_A_PERSON = (
    "Hello, I am a simulated agent. Sign in as the operator to reply yourself. Would you like to see a car?",
    "Thank you, I have made a note of that.",
)


def customer_says(chat: str, messages: Sequence[Message]) -> str:
    """The next line of a simulated customer; empty if it is not the customer's turn, or all is said."""
    said = [one for one in messages if one.kind in COUNTED]
    is_answered = not said or not party_of(said[-1].sender).is_customer
    lines = DIALOGUES[sum(chat.encode()) % len(DIALOGUES)]
    turn = sum(party_of(one.sender).is_customer for one in said)
    return lines[turn][0] if is_answered and turn < len(lines) else ""


def agent_says(chat: str, messages: Sequence[Message]) -> str:
    """The answer to the last message of a customer; empty if it is answered."""
    said = [one for one in messages if one.kind in COUNTED]
    if not said or not party_of(said[-1].sender).is_customer:
        return ""
    turn = sum(party_of(one.sender).is_customer for one in said) - 1
    if not chat.startswith(PREFIX):
        return TO_A_PERSON[min(turn, len(TO_A_PERSON) - 1)]
    lines = DIALOGUES[sum(chat.encode()) % len(DIALOGUES)]
    return lines[min(turn, len(lines) - 1)][1]


def offers_visit(chat: str, messages: Sequence[Message]) -> bool:
    """Whether a real customer, once answered, has not been offered a visit."""
    is_answered = any(party_of(one.sender).kind is PartyKind.AGENT for one in messages)
    return not chat.startswith(PREFIX) and is_answered and all(one.kind is not Kind.CARD for one in messages)


def is_over(chat: str, messages: Sequence[Message]) -> bool:
    """Whether a simulated customer has had the last answer."""
    lines = DIALOGUES[sum(chat.encode()) % len(DIALOGUES)]
    said = [one for one in messages if one.kind in COUNTED]
    turns = sum(party_of(one.sender).is_customer for one in said)
    is_answered = bool(said) and not party_of(said[-1].sender).is_customer
    return chat.startswith(PREFIX) and turns >= len(lines) and is_answered
