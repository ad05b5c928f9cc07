"""Chats on the pages of queues, agents and calls: named as such where they are, and nowhere else."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.test import Client

from messaging.model.parties import party_of
from messaging.runtime import forget, messenger
from messaging.services import message_table_create, profile_keep
from routing import services
from routing.router import Router, no_companions
from routing.services import agent_slots
from tests.builders import a_waiting_agent, a_waiting_call
from tests.contracts.chats.chat_life import a_chat, a_row, chatting
from tests.integration.dashboard.queues.test_places_queues import page_of, words_of

pytestmark = pytest.mark.django_db
PAGES = ("/queues/", "/calls/", "/agents/?plain=1", "/agents/bea/", "/calls/c1/")


@pytest.fixture
def chats(router: Router) -> Router:
    """Ana has accepted one chat, a second waits; Bea takes calls only."""
    a_row(router, slots=1)
    chatting(router, "h1")
    alone = replace(router, companions=no_companions)  # without its conversation
    a_chat(alone, "h2", caller="Kim Hall", chat_id="k7", scene="listing")
    return router


def test_without_chats_no_page_speaks_of_them(supervisor: Client, router: Router) -> None:
    a_waiting_agent(router, "bea", languages=["English"])
    a_waiting_call(router, "c1")

    for address in PAGES:
        assert "chat" not in words_of(page_of(supervisor, address)).lower(), address


@pytest.mark.usefixtures("chats")
def test_the_queues_of_chats_in_use_are_listed_below_those_of_calls(supervisor: Client) -> None:
    listed = words_of(page_of(supervisor, "/queues/"))
    assert "Chat · Spanish · Any 1 0:0" in listed
    assert "Chat · French · Any" not in listed

    queue = words_of(page_of(supervisor, "/queues/W.chat%23Spanish%23Any/"))
    assert "Kim Hall" in queue
    page_of(supervisor, "/queues/Q.chat%23French%23T/")  # never used


def test_calls_and_chats_are_told_apart_and_found(supervisor: Client, chats: Router) -> None:
    a_waiting_call(chats, "c1", caller="Leo Ruiz")
    everything = words_of(page_of(supervisor, "/calls/"))
    assert "Chat · Spanish · Any" in everything
    assert "Leo Ruiz" in everything

    only = words_of(page_of(supervisor, "/calls/?queue=W.chat%23Spanish%23Any"))
    assert "Kim Hall" in only
    assert "Leo Ruiz" not in only
    assert "Kim Hall" in words_of(page_of(supervisor, "/calls/?q=k7")), "found by its conversation"


@pytest.mark.usefixtures("chats")
def test_a_chat_names_its_channel_conversation_and_scene(supervisor: Client) -> None:
    page = words_of(page_of(supervisor, "/calls/h2/"))
    assert "Channel chat Conversation k7 Scene listing" in page


def test_the_page_of_a_chat_calls_it_a_chat(supervisor: Client, operator: Client, chats: Router) -> None:
    alone = replace(chats, companions=no_companions)
    a_chat(alone, "h3", language="French", caller="Mia Bell", chat_id="k8")
    assert "no agent can take this chat" in words_of(page_of(supervisor, "/calls/h3/")).lower()
    assert "return, fail or remove chats" in words_of(page_of(operator, "/calls/h3/"))
    services.call_abandon(alone, call_id="h3")
    assert "This chat has ended." in words_of(page_of(supervisor, "/calls/h3/"))


@pytest.mark.usefixtures("chats")
def test_the_list_of_queues_is_narrowed_to_a_channel_by_its_address(supervisor: Client) -> None:
    everything = page_of(supervisor, "/queues/")
    assert '<option value="chat">Chats</option>' in everything
    chats = words_of(page_of(supervisor, "/queues/?channel=chat&waiting=1"))
    assert "Chats Agents with exactly these skills" in chats
    assert "Chat · Spanish · Any" in chats
    assert not re.search(r"(?<!Chat · )Spanish · Any", chats)

    calls = words_of(page_of(supervisor, "/queues/?channel=call"))
    assert "Chat · Spanish" not in calls
    assert "Spanish · Any" in calls
    assert "All queues 13" in words_of(page_of(supervisor, "/queues/?channel=fax"))


@pytest.mark.usefixtures("chats")
def test_the_bar_of_an_agent_has_a_cell_for_each_slot_and_each_chat_beyond(
    supervisor: Client, chats: Router
) -> None:
    page = page_of(supervisor, "/agents/ana~chat/")
    assert re.findall(r'<rect class="(\w+)"', page) == ["held"]
    agent_slots(chats, agent_id="ana", slots=3)
    for address in ("/agents/ana~chat/", "/agents/ana/"):
        assert re.findall(r'<rect class="(\w+)"', page_of(supervisor, address)) == ["held", "free", "free"]


@pytest.mark.usefixtures("chats")
def test_an_agent_who_chats_shows_both_rows(supervisor: Client) -> None:
    person = words_of(page_of(supervisor, "/agents/ana/"))
    assert "Chats 1 of 1 slots in use Full" in person

    row = words_of(page_of(supervisor, "/agents/ana~chat/"))
    assert "Channel Chat Chats 1 of 1 slots in use: h1" in row
    assert "Chat · Spanish · Female" in row
    assert "Ana Chat" in words_of(page_of(supervisor, "/agents/?plain=1"))
    assert words_of(page_of(supervisor, "/seats/")).count("Sit here") == 1


@pytest.fixture
def profiles(router: Router) -> Iterator[None]:
    """The table of messages, with its profiles of customers."""
    assert router
    forget()
    message_table_create(messenger())
    yield
    forget()


@pytest.mark.usefixtures("profiles")
def test_customers_have_their_names_on_every_page_not_their_ids(supervisor: Client, router: Router) -> None:
    profile_keep(messenger(), contact=party_of("contact:kim"), name="Kim <Hall>", context={})
    a_row(router, slots=1)
    alone = replace(router, companions=no_companions)
    a_chat(alone, "h1", caller="contact:kim", chat_id="k1")
    services.match_once(router)
    services.call_accept(alone, call_id="h1", agent_id="ana~chat")
    a_chat(alone, "h2", caller="contact:3f9a1c77e05b4d21", chat_id="k2")
    a_chat(alone, "h3", caller="contact:kim", chat_id="k3")
    services.call_dead_letter(alone, call_id="h3", reason="spam", by="mara")
    services.call_touch(replace(alone, origin="page"), call_id="h2", by="mara")

    for address, names in (
        ("/calls/", ("Kim &lt;Hall&gt;", "Customer …b4d21")),
        ("/calls/h1/", ("Kim &lt;Hall&gt;",)),
        ("/queues/W.chat%23Spanish%23Any/", ("Customer …b4d21",)),
        ("/agents/ana~chat/", ("Kim &lt;Hall&gt;",)),
        ("/dead-letters/", ("Kim &lt;Hall&gt;",)),
        ("/trail/", ("Customer …b4d21",)),
    ):
        page = page_of(supervisor, address)
        assert all(name in page for name in names), address
        assert "contact:" not in page, address
