"""Queue keys: text and back; order by tickets and priorities."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from routing.exceptions import BadQueueKeyError
from routing.model.queues import QueueKey, agent_queue, call_queue, parse_queue_key
from tests.builders import a_call_entry, an_agent_entry

names = st.text(min_size=1, max_size=12).filter(lambda name: "#" not in name)


@given(side=st.sampled_from("QW"), language=names, gender=names, topic=st.one_of(st.just(""), names))
def test_every_key_survives_being_written_and_read(side: str, language: str, gender: str, topic: str) -> None:
    key = QueueKey(side, language, gender, topic)
    assert parse_queue_key(str(key), topics=bool(topic)) == key


def test_its_text_is_that_of_the_table() -> None:
    assert str(agent_queue("Spanish", "M")) == "Q#Spanish#M"
    assert str(call_queue("Spanish", "Any")) == "W#Spanish#Any"
    assert str(agent_queue("Spanish", "M", "Billing")) == "Q#Spanish#M#Billing"


@pytest.mark.parametrize(
    "text", ["", "Q", "Q#Spanish", "Q#Spanish#", "Q##M", "X#Spanish#M", "q#Spanish#M", "Q#Spanish#M#Billing"]
)
def test_it_refuses_other_shapes_and_shows_the_right_one(text: str) -> None:
    with pytest.raises(BadQueueKeyError) as raised:
        parse_queue_key(text)

    shape = "expected Q#<language>#<gender> or W#<language>#<gender or Any>"
    assert str(raised.value) == f"queue: {text!r} is no queue key; {shape}"


def test_with_topics_a_key_needs_its_third_part() -> None:
    with pytest.raises(BadQueueKeyError, match="Q#<language>#<gender>#<topic>"):
        parse_queue_key("Q#Spanish#M", topics=True)


def test_agents_rank_by_ticket_and_calls_by_priority_first() -> None:
    assert an_agent_entry(2).rank < an_agent_entry(10).rank
    assert a_call_entry(9, priority=1).rank < a_call_entry(2, priority=5).rank < a_call_entry(3).rank
