"""Facts and timeline of a call: only what is so, with names where known."""

from dataclasses import replace
from datetime import timedelta

import pytest

from dashboard.pages.call_story import call_facts, story, waited
from routing.model.calls import Call, CallStatus, Note
from routing.model.steps import Step
from tests.builders import NOON, a_call, a_router


def facts_of(call: Call, **names: str) -> dict[str, str]:
    return {fact.name: fact.text for fact in call_facts(a_router(), call, names)}


@pytest.mark.parametrize(("seconds", "text"), [(0.4, "0:00"), (151, "2:31"), (3731, "1:02:11")])
def test_a_call_set_aside_waited_until_then(seconds: float, text: str) -> None:
    failed_at = NOON + timedelta(seconds=seconds)
    call = a_call(status=CallStatus.DEAD_LETTERED, queued_at=NOON, status_since=failed_at)

    assert waited(call) == text


def test_a_call_that_never_was_in_a_queue_did_not_wait() -> None:
    assert waited(a_call()) == ""


def test_a_story_names_agents_by_name_and_those_who_are_gone_by_id() -> None:
    notes = tuple(Note(NOON, "callDeclined", agent_id, "mara", "busy") for agent_id in ("ana", "eva"))
    lines = story(a_call(notes=notes), {"ana": "Ana Torres"})

    assert [(line.what, line.agent, line.by, line.reason) for line in lines] == [
        ("declined", "Ana Torres", "mara", "busy"),
        ("declined", "eva", "mara", "busy"),
    ]


def test_a_kind_of_event_that_is_not_known_here_stays_as_it_is() -> None:
    (line,) = story(a_call(notes=(Note(NOON, "callTeleported"),)), {})

    assert line.what == "callTeleported"


def test_a_waiting_call_tells_step_band_and_whom_it_asks_for() -> None:
    steps = (Step("Any", seconds=30, agent_id="ana"), Step("Any"))
    call = a_call(status=CallStatus.QUEUED, steps=steps, priority=5, band=3, promote_at=NOON)
    facts = facts_of(call, ana="Ana Torres")

    assert facts["Queue"] == "Spanish · Any, step 1 of 2"
    assert facts["Priority"] == "5, 3 now"
    assert facts["Asks for"] == "Ana Torres"
    assert "Priority rises" in facts


def test_a_call_that_waits_no_more_is_due_for_nothing_in_its_queue() -> None:
    call = a_call(status=CallStatus.IN_PROGRESS, attempts=3, failures=2, promote_at=NOON)
    facts = facts_of(replace(call, agent_id="ana"))

    assert facts["Offers"] == "3, 2 unanswered"
    assert facts["Agent"] == "ana"
    assert not facts.keys() & {"Priority rises", "Asks for", "Error", "Answered"}
