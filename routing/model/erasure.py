"""Erasure: a customer whose data are being deleted, by every name under which they are kept. Pure."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Erasure:
    """`contacts` are ids of contacts, `callers` what calls say of who called, `chats` the conversations known
    at its beginning: what is written to them meanwhile is looked for.
    """

    erasure_id: str
    at: datetime
    contacts: tuple[str, ...] = ()
    callers: tuple[str, ...] = ()
    chats: tuple[str, ...] = ()

    def is_of(self, contacts: tuple[str, ...], callers: tuple[str, ...]) -> bool:
        """Whether it deletes all that is kept under these names."""
        return {*contacts} <= {*self.contacts} and {*callers} <= {*self.callers}
