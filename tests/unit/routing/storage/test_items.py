"""Items: what is written is read back the same, whatever the fields hold."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dynamo.items import PK, SK, Attributes, Key, key_attributes
from dynamo.protocol.codec import decode, encode
from routing.exceptions import UnreadableItemError
from routing.model.agents import Agent, AgentStatus, Choice, WrapUp
from routing.model.calls import Call, CallStatus, Note
from routing.model.queues import QueueInfo, agent_queue, call_queue
from routing.model.steps import Step
from routing.storage import agent_items as items
from routing.storage import call_items, keys
from routing.storage.attributes import to_text
from routing.storage.forms.shapes import HIGHEST_TICKET
from tests.builders import NOON, a_call, an_agent

texts = st.text(max_size=20)
ids = st.text(min_size=1, max_size=20)
names = st.text(min_size=1, max_size=10).filter(lambda name: "#" not in name)
moments = st.datetimes(timezones=st.just(UTC))
tickets = st.integers(min_value=1, max_value=HIGHEST_TICKET)
operations = st.lists(ids, max_size=6).map(tuple)
agents = st.builds(
    Agent,
    agent_id=ids,
    name=ids,
    gender=names,
    languages=st.frozensets(names, min_size=1, max_size=3),
    topics=st.frozensets(names, max_size=3),
    status=st.sampled_from(AgentStatus),
    status_since=moments,
    choice=st.sampled_from(Choice),
    pause_reason=texts,
    auto_answer=st.booleans(),
    missed_offers=st.integers(min_value=0, max_value=100),
    until=st.none() | moments,
    call_id=st.none() | ids,
    ticket=st.none() | tickets,
    queued_at=st.none() | moments,
    version=tickets,
    operations=operations,
    changed_by=texts,
    change_reason=texts,
    wrap_ups=st.lists(st.builds(WrapUp, texts, st.integers(0, 10**9)), max_size=4).map(tuple),
)
steps = st.builds(
    Step,
    gender=names,
    topic=texts,
    seconds=st.floats(min_value=0, max_value=86_400) | st.integers(min_value=0, max_value=600),
    agent_id=texts,
)
notes = st.builds(Note, at=moments, kind=ids, agent_id=texts, by=texts, reason=texts)
calls = st.builds(
    Call,
    call_id=ids,
    language=names,
    gender=names,
    status=st.sampled_from(CallStatus),
    status_since=moments,
    created_at=moments,
    topic=texts,
    priority=st.integers(min_value=0, max_value=9),
    band=st.integers(min_value=0, max_value=9),
    caller=texts,
    source=texts,
    steps=st.lists(steps, max_size=2).map(tuple),
    step=st.integers(min_value=0, max_value=5),
    until=st.none() | moments,
    promote_at=st.none() | moments,
    relax_at=st.none() | moments,
    overflow_at=st.none() | moments,
    queued_at=st.none() | moments,
    rejoined_at=st.none() | moments,
    to_robot_at=st.none() | moments,
    offered_at=st.none() | moments,
    answered_at=st.none() | moments,
    ended_at=st.none() | moments,
    agent_id=st.none() | ids,
    ticket=st.none() | tickets,
    attempts=st.integers(min_value=0, max_value=1000),
    tried=st.lists(ids, max_size=4, unique=True).map(tuple),
    failures=st.integers(min_value=0, max_value=100),
    error=texts,
    first_failed_at=st.none() | moments,
    last_failed_at=st.none() | moments,
    notes=st.lists(notes, max_size=2).map(tuple),
    version=tickets,
    operations=operations,
    # A waiting call is due for what the three moments say, and for nothing else.
).map(lambda call: replace(call, until=None) if call.status is CallStatus.QUEUED else call)


def stored(key: Key, attributes: Attributes) -> Attributes:
    """The attributes after the way into DynamoDB and back."""
    return {PK: key.pk, SK: key.sk, **decode(encode(attributes))}


@given(agents)
def test_an_agent_is_read_as_it_was_written(agent: Agent) -> None:
    assert items.agent_from(stored(keys.agent_key(agent.agent_id), items.agent_item(agent))) == agent


@given(calls)
def test_a_call_is_read_as_it_was_written(call: Call) -> None:
    assert call_items.call_from(stored(keys.call_key(call.call_id), call_items.call_item(call))) == call


@given(agent=agents, ticket=tickets, queued_at=moments, language=names, topic=st.just("") | names)
def test_an_agent_entry_is_read_as_the_place_it_is(
    agent: Agent, ticket: int, queued_at: datetime, language: str, topic: str
) -> None:
    queue = agent_queue(language, agent.gender, topic)
    waiting = an_agent(**{**vars(agent), "ticket": ticket, "queued_at": queued_at})

    entry = items.agent_entry_from(
        stored(keys.agent_entry_key(queue, ticket), items.agent_entry_item(waiting))
    )

    assert (entry.queue, entry.ticket, entry.queued_at) == (queue, ticket, queued_at)
    assert (entry.agent_id, entry.name, entry.gender) == (agent.agent_id, agent.name, agent.gender)
    assert (entry.languages, entry.topics) == (agent.languages, agent.topics)
    assert entry.auto_answer is agent.auto_answer


@given(call=calls, ticket=tickets, queued_at=moments, topic=st.just("") | names)
def test_a_call_entry_is_read_as_the_place_it_is(
    call: Call, ticket: int, queued_at: datetime, topic: str
) -> None:
    queue = call_queue(call.language, call.gender, topic)
    waiting = a_call(**{**vars(call), "queued_at": queued_at})
    key = keys.call_entry_key(queue, call.band, ticket)

    entry = call_items.call_entry_from(stored(key, call_items.call_entry_item(waiting)))

    assert (entry.queue, entry.priority, entry.ticket) == (queue, call.band, ticket)
    assert (entry.call_id, entry.queued_at, entry.rejoined_at) == (call.call_id, queued_at, call.rejoined_at)
    assert (entry.tried, entry.preferred_agent) == (frozenset(call.tried), call.preferred_agent)


def test_a_queue_info_is_read_and_one_that_lacks_its_numbers_is_not_taken_for_empty() -> None:
    key = keys.queue_info_key(agent_queue("Spanish", "M"))
    full = stored(key, {"QueueVersionId": 7, "QueueDepth": 2})

    assert items.queue_info_from(full) == QueueInfo(agent_queue("Spanish", "M"), 7, 2)
    with pytest.raises(UnreadableItemError, match="it lacks QueueVersionId"):
        items.queue_info_from(stored(key, {"QueueDepth": 2}))


def test_an_attribute_without_a_value_is_absent() -> None:
    assert items.agent_item(an_agent()).keys() == {
        *("AgentID", "AgentName", "Gender", "Languages", "AgentStatus", "StatusSince", "Choice"),
        *("Version", "Operations"),
    }
    assert call_items.call_item(a_call()).keys() == {
        *("CallID", "Language", "Gender", "Priority", "Band", "CallStatus", "StatusSince", "CreatedAt"),
        *("Attempts", "Version", "Operations"),
    }


@given(moments, moments)
def test_text_order_of_moments_is_time_order(one: datetime, other: datetime) -> None:
    assert (to_text(one) < to_text(other)) is (one < other)


def test_moments_are_written_in_utc_with_microseconds() -> None:
    in_madrid = NOON.astimezone(timezone(timedelta(hours=1)))
    assert to_text(in_madrid) == "2026-11-21T12:00:00.000000+00:00"


def test_an_error_says_nothing_about_the_caller() -> None:
    whole = {**key_attributes(keys.call_key("c1")), **call_items.call_item(a_call(call_id="c1"))}
    for wrong in ({"Caller": ["+49305550199"]}, {"OutcomeNote": frozenset({"Kim"})}):
        with pytest.raises(UnreadableItemError, match="is not a text") as caught:
            call_items.call_from({**whole, **wrong})
        assert "Kim" not in str(caught.value)
        assert "5550199" not in str(caught.value)
