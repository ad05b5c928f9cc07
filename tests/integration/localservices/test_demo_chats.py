"""Chats of the demo: simulated customers are served to the end, real ones are answered."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from pytest_django import Settings

from localservices.demo import chats as demo_chats
from localservices.demo.booking import DemoBooking, visit_values
from localservices.demo.chats import AGENTS, SLOTS, DemoChats
from localservices.demo.dialogues import PREFIX, TO_A_PERSON
from localservices.demo.sample_centre import SampleCentre
from localservices.demo.shop import DemoShop
from messaging.chats.arrivals import chat_send
from messaging.chats.desk import desk_chats
from messaging.model.card import body_read
from messaging.model.messages import COUNTED, Kind
from messaging.model.parties import Party, PartyKind
from messaging.runtime import chats, forget, messenger
from messaging.services import message_table_create, messages_read, service_create
from routing import runtime, selectors
from routing.model.calls import CallStatus
from simulation.chats.rating import score_of
from tests.centres import match_all

pytestmark = [pytest.mark.usefixtures("redis_url", "table")]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[DemoChats]:
    """The demo's chats, whose people need no time to think, in a process without the scene of the shop."""
    settings.SCENES = {"service": {}}
    forget()
    message_table_create(messenger())
    monkeypatch.setattr(demo_chats, "THINK", timedelta(seconds=-1))
    made = SampleCentre(DemoShop(9100, "x" * 32), DemoBooking(9101, "x" * 32)).play()
    made.prepare()
    made.prepare()
    yield made
    forget()


def test_a_simulated_customer_is_served_to_the_end_and_a_real_one_is_answered(play: DemoChats) -> None:
    router, person = runtime.router(), Party(PartyKind.CONTACT, "person")
    service_create(messenger(), contact=person, scene="service", chat="c1")
    chat_send(chats(), chat="c1", sender=person, client_id="m1", base=0, body="hello")
    for _ in range(12):
        play.step()
        match_all(router)

    served = [one for one in selectors.all_calls(router) if one.chat_id.startswith(PREFIX)]
    assert [one.status for one in served] == [CallStatus.COMPLETED]
    assert [(one.scene, one.rating) for one in served] == [("shop", score_of(served[0].chat_id))]
    said = [one for one in messages_read(messenger(), chat="c1", party=person) if one.kind in COUNTED]
    assert [one.body for one in said[:2]] == ["hello", TO_A_PERSON[0]]
    assert [one.kind for one in said[2:]] == [Kind.CARD]
    assert body_read(said[-1].body)["values"]["slots"] == visit_values(said[0].at)["slots"]
    assert said[-1].state.open
    desks = [desk_chats(chats(), agent=Party(PartyKind.AGENT, agent)) for agent in AGENTS]
    assert [desk.row.slots for desk in desks if desk] == [SLOTS] * len(AGENTS)
