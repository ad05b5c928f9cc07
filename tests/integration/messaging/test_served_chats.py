"""Lists of who serves chats: a chat is in them while it is served, also once Redis has forgotten all."""

from dataclasses import dataclass

import pytest
import redis

from messaging.chats.serving import chat_transfer
from messaging.inbox.opening import InboxParts, inbox_open
from messaging.inbox.source import Source
from messaging.model.parties import Party, party_of
from routing import services
from tests.builders import unique_id
from tests.contracts.chats.chat_life import WOMEN_CHATS, a_row
from tests.contracts.messaging.chats.chat_centre import Centre, a_centre
from tests.devices.centre import Clock
from tests.memory.table import MemoryTable
from tests.messengers import ANA, EVA, KIM

CLERK = party_of("program:clerk")


@dataclass
class Served:
    """Routed chats whose messages are announced on the real Redis."""

    url: str
    centre: Centre
    parts: InboxParts

    def listed(self, party: Party) -> list[tuple[str, int, bool]]:
        """The rows of a list, each with what is unread, and whether the party has left."""
        rows = self.parts.inbox.since(str(party)).rows
        return [(row.chat, row.unread, row.head is None) for row in rows]

    def stored(self, party: Party) -> list[tuple[str, int, bool]]:
        """The list built again after Redis has forgotten everything."""
        with redis.Redis.from_url(self.url) as client:
            client.flushall()
        return self.listed(party)


@pytest.fixture
def served(redis_url: str) -> Served:
    """Ana is there, and has read her empty list."""
    table = MemoryTable()
    table.create()
    messages = table.beside("messages")
    messages.create()
    parts = inbox_open(redis_url, Source(messages), clock=Clock(), new_id=unique_id)
    found = Served(redis_url, a_centre(table, messages, announcer=parts.announcer), parts)
    assert found.listed(ANA) == []
    return found


def test_the_chats_of_an_agent_are_listed_from_redis_and_from_the_store(served: Served) -> None:
    served.centre.begun()
    served.centre.sent("is it sold")
    assert served.stored(ANA) == []
    served.centre.taken()
    served.centre.sent("hello", base=2)

    assert served.listed(ANA) == [("talk", 2, False)]
    assert served.stored(ANA) == [("talk", 2, False)]
    served.parts.read_marks.move(str(ANA), "talk", 3)
    assert served.listed(ANA) == [("talk", 0, False)]


def test_who_takes_over_has_unread_what_nobody_has_answered(served: Served) -> None:
    served.centre.begun()
    for number, (body, by) in enumerate((("is it sold", KIM), ("one moment", ANA), ("hello", KIM))):
        if number == 1:
            served.centre.taken()
        served.centre.sent(body, by=by, base=number)
    a_row(served.centre.chats.router, "eva")
    chat_transfer(served.centre.chats, chat="talk", by=ANA, to_agent="eva")
    served.centre.accepted("eva")

    unanswered = [one for one in served.centre.log() if one.sender == str(KIM) and one.number > 3]
    assert served.listed(EVA) == [("talk", len(unanswered), False)] == [("talk", 1, False)]
    served.centre.closed(EVA, seen=6)
    served.centre.sent("one more thing", base=6)
    served.centre.accepted("eva")
    assert served.stored(EVA) == [("talk", 1, False)], "what was before the close is not unread"


@pytest.mark.parametrize("end", ["closed", "transferred", "handed back"])
def test_who_serves_a_chat_no_more_sees_that_and_has_it_no_more(served: Served, end: str) -> None:
    served.centre.begun()
    served.centre.sent("is it sold")
    served.centre.taken()
    if end == "closed":
        served.centre.closed(ANA, seen=2)
    elif end == "transferred":
        chat_transfer(served.centre.chats, chat="talk", by=ANA, to_queue=WOMEN_CHATS)
    else:
        services.agent_release(served.centre.chats.router, agent_id="ana~chat", reason="gone")

    assert served.listed(ANA) == [("talk", 0, True)]
    assert served.stored(ANA) == []


def test_a_robot_has_its_chats_until_it_hands_them_over(served: Served) -> None:
    served.centre.begun(scene="hours")
    served.centre.sent("is it sold")
    assert served.stored(CLERK) == [("talk", 1, False)]

    chat_transfer(served.centre.chats, chat="talk", by=CLERK)

    assert served.stored(CLERK) == []
