"""Party: who takes part in a conversation, as a value and as text. Pure."""

import re
from dataclasses import dataclass
from enum import StrEnum

from messaging.exceptions import InvalidFieldError

LONGEST_NAME = 100
SHORTEST_ID = 12  # of a contact whose id is shown by its end
# What a key of the table and a line of a log can hold: no '#', no blanks at the ends, no control character,
# no half of a surrogate pair.
_NAME = re.compile(r"(?!\s)[^#\x00-\x1f\x7f-\x9f\ud800-\udfff]+(?<!\s)")


class PartyKind(StrEnum):
    """Kinds of parties, as in their text: `agent:a1`."""

    AGENT = "agent"
    CONTACT = "contact"
    PROGRAM = "program"
    USER = "user"
    ROUTING = "routing"


@dataclass(frozen=True)
class Party:
    """An agent, a contact (a customer), a program, a user (a supervisor), or the routing itself."""

    kind: PartyKind
    name: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" if self.name else str(self.kind)

    @property
    def is_customer(self) -> bool:
        return self.kind is PartyKind.CONTACT


ROUTING = Party(PartyKind.ROUTING)


def party_of(text: str, *, field: str = "party") -> Party:
    """The party that a text names. Raises InvalidFieldError, which names the field."""
    kind, colon, name = text.partition(":")
    if text == ROUTING.kind:
        return ROUTING
    if kind not in set(PartyKind) - {PartyKind.ROUTING} or not colon:
        raise InvalidFieldError(
            field, text, "write agent:<id>, contact:<id>, program:<name> or user:<user name>"
        )
    if len(name) > LONGEST_NAME or not _NAME.fullmatch(name):
        allowed = f"a name has 1 to {LONGEST_NAME} visible characters, none of them '#'"
        raise InvalidFieldError(field, text, allowed, limit=LONGEST_NAME)
    return Party(PartyKind(kind), name)


def contact_of(caller: str) -> str:
    """The id of the contact that a caller is; empty for any other text."""
    kind, _, contact_id = caller.partition(":")
    return contact_id if kind == PartyKind.CONTACT else ""


def caller_name(caller: str, name: str = "") -> str:
    """The name of a caller. A customer without one has the end of its id, so that two can be told apart."""
    contact_id = contact_of(caller)
    if not contact_id:
        return caller
    short = f"…{contact_id[-5:]}" if len(contact_id) > SHORTEST_ID else contact_id
    return name or f"Customer {short}"
