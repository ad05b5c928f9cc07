"""Opening hours of scenes: refused chats are told so and may begin again; robots serve at any time."""

from typing import Any

import pytest

from messaging.chats.arrivals import admission_of
from messaging.chats.serving import chat_transfer
from messaging.model.messages import Message, State
from messaging.model.parties import party_of
from routing.model.calls import CallStatus
from routing.repair.audit import audit
from tests.contracts.messaging.chats.chat_centre import Centre, a_centre
from tests.memory.table import MemoryTable
from tests.tables import ForgetfulTable

CLERK = party_of("program:clerk")
# The clock of the centre stands at noon of a Saturday.
AFTERNOONS = {"language": "Spanish", "hours": {"sat": [["13:00", "14:00"]]}, "closed_text": "Back at one."}
SCENES: dict[str, dict[str, Any]] = {
    "car": {**AFTERNOONS, "when_closed": "refuse"},
    "spa": AFTERNOONS,
    "desk": {**AFTERNOONS, "when_closed": "refuse", "robot": "clerk", "robot_seconds": 10},
}
HOUR = 3600.0


@pytest.fixture
def centre() -> Centre:
    table = MemoryTable()
    return a_centre(table, table.beside("messages"), scenes=SCENES)


def test_a_closed_scene_refuses_chats_and_says_so_until_it_opens(centre: Centre) -> None:
    centre.begun()
    refused = centre.sent("is it sold")
    assert isinstance(refused, Message)
    assert refused.state == State(open=False, contact="talk.1")
    assert centre.lines() == ["is it sold", "rejected routing closed"]
    assert centre.contact().notes[-1].reason == "car is closed: Back at one."
    found = admission_of(centre.chats, centre.chats.scenes.of("car"))
    assert (found.is_open, found.takes_new, found.text) == (False, False, "Back at one.")

    assert found.opens_at is not None
    centre.life.clock.advance((found.opens_at - centre.life.clock()).total_seconds())
    centre.sent("and now", base=2)
    assert centre.contact().status is CallStatus.QUEUED
    assert audit(centre.chats.router) == []


def test_a_scene_that_lets_chats_wait_takes_them_at_any_time(centre: Centre) -> None:
    centre.begun(scene="spa")
    centre.sent("is it sold")
    assert centre.contact().status is CallStatus.QUEUED
    assert admission_of(centre.chats, centre.chats.scenes.of("spa")).takes_new


def test_a_robot_serves_outside_hours_and_its_handover_is_refused(centre: Centre) -> None:
    for chat in ("talk", "silent"):
        centre.begun(chat, scene="desk")
        centre.sent("is it sold", chat=chat)
        assert centre.contact(chat).status is CallStatus.CREATED
    centre.sent("one moment", by=CLERK, base=1)
    chat_transfer(centre.chats, chat="talk", by=CLERK)
    assert centre.lines() == ["is it sold", "one moment", "rejected program:clerk closed"]
    centre.life.sweep(after=20)
    assert centre.lines("silent") == ["is it sold", "rejected program:clerk closed"]


def test_a_refused_chat_whose_reply_is_lost_is_refused_once() -> None:
    table = ForgetfulTable()
    centre = a_centre(table, table.memory.beside("messages"), scenes=SCENES)
    centre.begun()
    centre.sent("is it sold")
    centre.life.clock.advance(HOUR)
    centre.sent("is it sold")
    assert table.recovered
    assert centre.lines() == ["is it sold", "rejected routing closed"]
