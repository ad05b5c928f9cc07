"""Channels: queue keys, skills, policies and rows of chats."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from routing.exceptions import BadQueueKeyError, IllegalTransitionError, InvalidFieldError, UnknownSkillError
from routing.model.agents import CHAT_TRANSITIONS, AgentStatus, Choice, person_id, row_id
from routing.model.policies import DEAD_LETTER, REJECT, read_policies
from routing.model.queues import CHAT, QueueKey, agent_queue, call_queue, parse_queue_key
from routing.model.skills import Skills
from routing.model.words import queue_name
from tests.builders import NOON, an_agent

SKILLS = Skills(("French",), ("F",), channels=("", CHAT))
names = st.text(min_size=1, max_size=12).filter(lambda name: "#" not in name)


@given(side=st.sampled_from("QW"), language=names, gender=names, topic=st.one_of(st.just(""), names))
def test_a_key_of_chats_survives_being_written_and_read(
    side: str, language: str, gender: str, topic: str
) -> None:
    key = QueueKey(side, language, gender, topic, CHAT)
    assert parse_queue_key(str(key), topics=bool(topic)) == key


def test_a_key_names_the_channel_after_its_side() -> None:
    assert str(agent_queue("French", "F", channel=CHAT)) == "Q.chat#French#F"
    assert str(call_queue("French", "Any", "Sales", CHAT)) == "W.chat#French#Any#Sales"
    assert queue_name("W.chat#French#Any") == "Chat · French · Any"


@pytest.mark.parametrize(
    "text", ["Q.#French#F", "Q.video#French#F", "Q.chat", "Q.Chat#French#F", ".chat#French#F"]
)
def test_it_refuses_other_channels(text: str) -> None:
    with pytest.raises(BadQueueKeyError, match="is no queue key"):
        parse_queue_key(text)


def test_each_channel_has_queues_of_its_own() -> None:
    assert list(map(str, SKILLS.agent_queues)) == ["Q#French#F"]
    assert list(map(str, SKILLS.agent_queues_of(CHAT))) == ["Q.chat#French#F"]
    assert list(map(str, SKILLS.fitting)) == [
        "W#French#F",
        "W#French#Any",
        "W.chat#French#F",
        "W.chat#French#Any",
    ]
    wanted = call_queue("French", "Any", channel=CHAT)
    assert SKILLS.fitting[wanted] == (agent_queue("French", "F", channel=CHAT),)
    assert SKILLS.queue_named("W.chat#French#Any") == wanted


def test_a_centre_without_chats_knows_no_queue_of_theirs() -> None:
    with pytest.raises(UnknownSkillError, match=r"channel: 'chat' is not allowed; choose one of call$"):
        Skills(("French",)).queue_named("W.chat#French#Any")
    with pytest.raises(InvalidFieldError, match="channels: 'chat' is not allowed; call, or call and chat"):
        Skills(("French",), channels=(CHAT,))


def test_chats_have_the_policy_of_calls_without_wrap_up_and_overflow_to_a_call_queue() -> None:
    policies = read_policies({"*": {"ring_seconds": 7, "overflow": "W#French#Any"}}, {}, SKILLS)
    chats = policies.of(call_queue("French", "F", channel=CHAT))

    assert (chats.ring_seconds, chats.wrap_up_seconds, chats.overflow) == (7, 0, REJECT)
    assert policies.of(call_queue("French", "F")).wrap_up_seconds == 30


def test_a_queue_of_chats_takes_what_it_does_not_set_from_all_chats() -> None:
    given_: dict[str, dict[str, Any]] = {
        "*.chat": {"idle_seconds": 60, "overflow": DEAD_LETTER},
        "W.chat#French#F": {"max_length": 5},
    }
    policies = read_policies(given_, {}, SKILLS)

    policy = policies.of(call_queue("French", "F", channel=CHAT))
    assert (policy.idle_seconds, policy.max_length, policy.overflow) == (60, 5, DEAD_LETTER)
    assert policies.of(call_queue("French", "F")).idle_seconds == 1800


@pytest.mark.parametrize(
    ("queues", "said"),
    [
        ({"*.chat": {"wrap_up_seconds": 5}}, r"\*.chat wrap_up_seconds: 5 .*; a chat has no wrap-up"),
        ({"*.chat": {"overflow": "W#French#F"}}, r"\*.chat overflow: .*; a queue of the same channel"),
        ({"W#French#F": {"overflow": "W.chat#French#F"}}, "W#French#F overflow: .* the same channel"),
    ],
)
def test_it_refuses_a_policy_that_mixes_channels(queues: dict[str, dict[str, Any]], said: str) -> None:
    with pytest.raises(InvalidFieldError, match=said):
        read_policies(queues, {}, SKILLS)


# --- the chat row


def test_a_row_is_named_after_its_agent() -> None:
    assert row_id("ana") == row_id("ana~chat") == "ana~chat"
    assert row_id("ana", "") == "ana"
    assert person_id("ana~chat") == person_id("ana") == "ana"


@pytest.mark.parametrize(
    ("choice", "held", "status"),
    [
        (Choice.READY, ("a",), AgentStatus.QUEUED),
        (Choice.READY, ("a", "b"), AgentStatus.ATTENDING_CALL),
        (Choice.READY, ("a", "b", "c"), AgentStatus.ATTENDING_CALL),
        (Choice.PAUSED, (), AgentStatus.PAUSED),
        (Choice.OFFLINE, ("a",), AgentStatus.PAUSED),
        (Choice.OFFLINE, (), AgentStatus.OFFLINE),
    ],
)
def test_its_status_follows_from_its_choice_and_its_free_slots(
    choice: Choice, held: tuple[str, ...], status: AgentStatus
) -> None:
    row = an_agent("ana~chat", channel=CHAT, slots=2, held=held, choice=choice)

    assert row.chosen_status is status
    assert row.is_full is (len(held) >= 2)


def test_it_holds_more_than_its_slots_only_once_they_are_lowered() -> None:
    row = an_agent("ana~chat", channel=CHAT, slots=2, held=("a", "b"))

    forced = row.holding(row.held, slots=1)

    assert (forced.is_forced, forced.slots) == (True, 1)
    assert forced.holding(("a",)).is_forced is False
    assert row.holding(("a", "b", "c")).is_forced is False, "nobody has forced it: the audit names it"


def test_a_full_row_has_no_call_of_its_own_and_a_ringing_one_has() -> None:
    waiting = an_agent("ana~chat", channel=CHAT, slots=1, status=AgentStatus.QUEUED)
    ringing = replace(waiting, call_id="c1").moved(AgentStatus.OFFERED, at=NOON)

    assert ringing.call_id == "c1"
    assert not ringing.is_free
    full = ringing.holding(("c1",)).moved(AgentStatus.ATTENDING_CALL, at=NOON + timedelta(seconds=1))
    assert (full.call_id, full.call_ids, full.is_free) == (None, ("c1",), True)


@pytest.mark.parametrize("before", CHAT_TRANSITIONS)
def test_no_way_leads_to_wrap_up(before: AgentStatus) -> None:
    with pytest.raises(IllegalTransitionError):
        an_agent("ana~chat", channel=CHAT, status=before).moved(AgentStatus.WRAP_UP, at=NOON)
