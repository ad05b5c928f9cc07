"""List of conversations for supervisors: who waits and who serves, filters, hostile texts, who may see it."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from django.test import Client
from pytest_django import Settings

from dynamo.changes import Set
from live.board.rows import to_iso
from messaging.chats.arrivals import chat_send
from messaging.chats.serving import chat_accept, chat_close, chat_transfer
from messaging.messenger import Messenger
from messaging.model.outcomes import Conflict
from messaging.model.parties import party_of
from messaging.runtime import chats, forget, messenger
from messaging.services import (
    message_recall,
    message_table_create,
    messages_read,
    profile_keep,
    service_create,
)
from messaging.storage.keys import log_of
from messaging.storage.log_items import message_key
from routing.model.queues import CHAT, call_queue
from routing.router import Router
from tests.builders import unique_id
from tests.centres import match_all
from tests.contracts.chats.chat_life import a_row

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("talks")]
HOSTILE = '"><img src=x onerror=alert(1)>{{7*7}}</script><b>'
ANA, BOSS = party_of("agent:ana"), party_of("user:mara")
ADDRESS = "/conversations/"
FILTERS = {
    "?scene=sales": ["leo"],
    "?state=waiting": ["leo"],
    "?state=in-progress": ["Kim"],
    "?state=closed": ["mia"],
    "?agent=ana": ["Kim", "mia"],
    "?q=kim+img": ["Kim"],
    "?q=BONJOUR": ["leo"],
    "?q=k-mia": ["mia"],
    "?q=nobody": [],
    "?scene=none&state=none&agent=none&page=x": ["leo", "Kim", "mia"],
}


@pytest.fixture
def talks(router: Router, settings: Settings) -> Iterator[None]:
    """Ana serves Kim, whose name is hostile; Leo waits for French; Mia's chat was closed."""
    settings.SCENES = {"listing": {"title": HOSTILE, "language": "English"}, "sales": {"language": "French"}}
    forget()
    message_table_create(messenger())
    a_row(router, languages=["English"])
    profile_keep(messenger(), contact=party_of("contact:kim"), name=f"Kim {HOSTILE}", context={})
    for name in ("mia", "kim"):
        says(name, "listing", f"Is it there? {HOSTILE}")
        match_all(router)
        assert not isinstance(chat_accept(chats(), chat=f"k-{name}", agent=ANA), Conflict)
    assert not isinstance(chat_close(chats(), chat="k-mia", by=ANA, seen=2), Conflict)
    says("leo", "sales", "Bonjour")
    yield
    forget()


def says(name: str, scene: str, body: str) -> int:
    chat, contact = f"k-{name}", party_of(f"contact:{name}")
    service_create(messenger(), contact=contact, scene=scene, chat=chat)
    return writes(chat, f"contact:{name}", body)


def writes(chat: str, sender: str, body: str) -> int:
    sent = chat_send(chats(), chat=chat, sender=party_of(sender), client_id=unique_id(), base=0, body=body)
    assert not isinstance(sent, Conflict)
    return sent.number


def rows(client: Client, query: str = "") -> list[str]:
    """The words of each row."""
    page = client.get(f"{ADDRESS}{query}").content.decode()
    found = re.findall(r'<tr role="row".*?</tr>', page, re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]+>", " ", one)).split()) for one in found]


def test_each_conversation_says_who_waits_and_who_serves_it(supervisor: Client) -> None:
    waiting, served, closed = rows(supervisor)
    assert re.search(
        r"Waiting Customer leo sales Chat · French · Any \d+:\d\d waits \d+:\d\d Bonjour",
        waiting,
    )
    assert served.startswith(f"In progress Kim {HOSTILE} {HOSTILE} Ana ")
    assert served.endswith("Ana accepted the chat")
    assert re.search(r"waits \d+:\d\d Ana accepted", served)
    assert re.search(r"^Closed Customer mia .* The chat was closed$", closed)

    writes("k-kim", "agent:ana", "Yes")
    assert re.search(r"replied \d+:\d\d Ana: Yes", rows(supervisor)[1])
    number = writes("k-kim", "contact:kim", "A secret")
    message_recall(messenger(), chat="k-kim", number=number, by=BOSS)
    assert rows(supervisor)[1].endswith("A message was recalled")

    key = message_key(log_of("k-kim"), writes("k-kim", "contact:kim", "not a file"))
    messenger().table.change(key, Set("Kind", "attachment"))
    assert rows(supervisor)[1].endswith("A message that cannot be read")


def test_a_transfer_says_where_the_chat_goes(supervisor: Client) -> None:
    a_row(chats().router, "eva", languages=["English"])
    to_eva = chat_transfer(chats(), chat="k-kim", by=ANA, to_agent="eva")
    assert not isinstance(to_eva, Conflict)
    assert rows(supervisor, "?q=kim+img")[0].endswith("The chat was transferred from Ana to Eva")
    match_all(chats().router)
    assert not isinstance(chat_accept(chats(), chat="k-kim", agent=party_of("agent:eva")), Conflict)
    queue = call_queue("English", "Any", channel=CHAT)
    chat_transfer(chats(), chat="k-kim", by=party_of("agent:eva"), to_queue=queue)
    assert rows(supervisor, "?q=kim+img")[0].endswith("from Eva to the queue Chat · English · Any")


def test_a_customer_waits_since_the_first_message_without_an_answer(supervisor: Client) -> None:
    for number in range(12):
        writes("k-kim", "contact:kim", f"Hello {number}")
    page = supervisor.get(ADDRESS).content.decode()
    first = first_unanswered(messenger())
    assert f'<time class="number" datetime="{first}" data-age>' in page


def first_unanswered(messages: Messenger) -> str:
    found = messages_read(messages, chat="k-kim", party=BOSS, limit=50)
    return to_iso(next(one.at for one in found if one.kind == "text"))


def test_filters_select(supervisor: Client) -> None:
    for query, found in FILTERS.items():
        listed = rows(supervisor, query)
        assert len(listed) == len(found), (query, listed)
        assert all(name in row for row, name in zip(listed, found, strict=True)), (query, listed)


def test_hostile_texts_are_text(supervisor: Client) -> None:
    writes("k-kim", "contact:kim", HOSTILE)
    for address in (ADDRESS, f"{ADDRESS}?q=%22%3E%3Cimg"):
        page = supervisor.get(address).content.decode()
        assert "<img src=x" not in page
        assert "{{7*7}}" in page
    part = supervisor.get(f"{ADDRESS}state.json").json()
    assert "<img src=x" not in part["html"]


def test_only_supervisors_see_conversations(operator: Client, stranger: Client, supervisor: Client) -> None:
    for client in (operator, stranger):
        assert client.get(ADDRESS).status_code == 403
        assert client.get(f"{ADDRESS}state.json").status_code == 403
        assert client.get(f"{ADDRESS}k-kim/").status_code == 403
    assert supervisor.get(f"{ADDRESS}k-kim/").status_code == 200
    assert supervisor.get(f"{ADDRESS}k-none/").status_code == 404
    assert 'href="/conversations/"' not in operator.get("/").content.decode()
    assert 'href="/conversations/"' in supervisor.get("/").content.decode()
