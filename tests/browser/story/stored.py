"""What the tables have of a conversation, and what each screen shows of it."""

from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from messaging.messenger import Messenger
from messaging.model.messages import Kind
from messaging.model.parties import party_of
from messaging.services import messages_read
from routing import selectors
from routing.model.calls import Call
from routing.router import Router

RECALLED_TO_CUSTOMER, RECALLED_TO_STAFF = "This message was recalled.", "Message recalled"


@dataclass(frozen=True)
class Store:
    """The tables of a site, read by no screen's way."""

    messages: Messenger
    router: Router

    def texts(self, chat: str) -> list[str | None]:
        """The texts of a conversation in order; None where one was recalled."""
        found = messages_read(self.messages, chat=chat, party=party_of("user:ada"), limit=200)
        return [None if one.recalled else one.body for one in found if one.kind is Kind.TEXT]

    def ended(self, chat: str) -> Call:
        """The ended chat of a conversation."""
        ended = selectors.ended_calls(self.router, hours=1, limit=10)
        (found,) = (call for call in ended if call.chat_id == chat)
        return found


def equals_the_store(panel: Locator, staff: list[Page], texts: list[str | None]) -> None:
    """The customer's panel, the staff's pages and the transcript of the first have what the table has."""
    expect(panel.locator(".bubble")).to_have_text([one or RECALLED_TO_CUSTOMER for one in texts])
    for page in staff:
        expect(page.locator(".log-bubble")).to_have_text([one or RECALLED_TO_STAFF for one in texts])


def follows(transcript: str, texts: list[str | None]) -> bool:
    """Whether the texts stand in a transcript in their order."""
    at = 0
    for text in filter(None, texts):
        at = transcript.find(text, at) + 1
        if at == 0:
            return False
    return True
