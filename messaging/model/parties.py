"""Party: who takes part in a conversation, as a value and as text. Pure."""

import re
from dataclasses import dataclass
from enum import StrEnum

from messaging.exceptions import InvalidFieldError

LONGEST_NAME = 100
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
