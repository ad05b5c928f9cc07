"""Facts and timeline of a call: only what is so, with names where known."""

from dataclasses import replace
from datetime import timedelta

import pytest

from dashboard.pages.call_story import call_facts, error_words, story, waited
from routing.model.calls import Call, CallStatus, Note
from routing.model.events import EventKind
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


def test_reasons_name_queues_and_agents_and_other_reasons_stay() -> None:
    told = [
        (EventKind.CALL_TRANSFERRED, "to eva: knows it", "to Eva Lang: knows it"),
        (EventKind.CALL_ASSIGNED, "to eva", "to Eva Lang"),
        (EventKind.CALL_TRANSFERRED, "to gone", "to gone"),
        (EventKind.CALL_TRANSFERRED, "to robot eva: hours", "to robot eva: hours"),
        (EventKind.CALL_TRANSFERRED, "to W.chat#Spanish#Any: busy", "to Chat · Spanish · Any: busy"),
        (EventKind.CALL_OVERFLOWED, "to W#Sign Language#Any#tech", "to Sign Language · Any · tech"),
        (EventKind.CALL_REJECTED, "W#Spanish#Any is full: 3 waiting", "Spanish · Any is full: 3 waiting"),
        (EventKind.CALL_REJECTED, "W#Spanish#F is closed: later", "Spanish · Female is closed: later"),
        (EventKind.CALL_HANDED_BACK, "to eva", "to eva"),
        (EventKind.CALL_REMOVED, "row W#3", "row W#3"),
    ]
    notes = tuple(Note(NOON, kind, "", "mara", reason) for kind, reason, _ in told)

    assert [line.reason for line in story(a_call(notes=notes), {"eva": "Eva Lang"})] == [
        words for _, _, words in told
    ]


def test_an_error_is_told_until_the_call_is_answered_or_over() -> None:
    failing = a_call(error="W#Spanish#Any is full: 3 waiting")
    words = {status: error_words(replace(failing, status=status)) for status in CallStatus}

    assert {status for status, text in words.items() if text} == {
        CallStatus.QUEUED,
        CallStatus.OFFERED,
        CallStatus.DEAD_LETTERED,
    }
    assert words[CallStatus.QUEUED] == "Spanish · Any is full: 3 waiting"
