"""Desk messages: why no calls come, and the outcome of a call for its agent."""

from dataclasses import replace
from datetime import timedelta

import pytest

from dashboard.desk.desk_words import became, explained, handed_back, missed, no_answer
from routing.model.agents import AgentStatus, Choice
from routing.model.calls import Call, CallStatus, Note
from routing.model.events import EventKind
from tests.builders import NOON, a_call, an_agent

TALK = {"answered_at": NOON, "ended_at": NOON + timedelta(seconds=151)}


def a_story(*kinds: tuple[EventKind, str, str, str], **fields: object) -> Call:
    """A call with a history: each note with its agent, who did it and why."""
    notes = tuple(Note(NOON, kind, agent_id, by, reason) for kind, agent_id, by, reason in kinds)
    return replace(a_call(caller="Leo Ruiz"), notes=notes, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "by", "reason", "sentence"),
    [
        (EventKind.CALL_ABANDONED, "", "", "Leo Ruiz hung up before the call was answered."),
        (
            EventKind.CALL_DECLINED,
            "olga",
            "declined",
            "Declined: Leo Ruiz will be offered to other agents first.",
        ),
        (
            EventKind.CALL_NOT_ANSWERED,
            "routing",
            "",
            "Not answered in time: Leo Ruiz will be offered to other agents first.",
        ),
        (
            EventKind.CALL_RESTORED,
            "mara",
            "stuck",
            "mara returned the ringing call of Leo Ruiz to its queue: stuck.",
        ),
        (
            EventKind.CALL_HANDED_BACK,
            "mara",
            "fire",
            "mara returned the call of Leo Ruiz to its queue: fire.",
        ),
        (EventKind.CALL_REMOVED, "mara", "", "mara removed the call of Leo Ruiz."),
        (EventKind.CALL_DEAD_LETTERED, "mara", "odd", "mara marked the call of Leo Ruiz as failed: odd."),
        (EventKind.CALL_COMPLETED, "", "", "The call with Leo Ruiz ended after 2:31."),
        (EventKind.CALL_COMPLETED, "olga", "", "The call with Leo Ruiz was completed by olga after 2:31."),
        (EventKind.CALL_OFFERED, "", "", ""),
        (EventKind.CALL_ACCEPTED, "olga", "", ""),
    ],
)
def test_each_end_has_its_sentence(kind: EventKind, by: str, reason: str, sentence: str) -> None:
    call = a_story((EventKind.CALL_OFFERED, "ana", "", ""), (kind, "ana", by, reason), **TALK)

    assert became(call, "ana", {}) == sentence


def test_a_call_is_told_of_as_it_was_for_the_agent_who_had_it() -> None:
    call = a_story(
        (EventKind.CALL_DECLINED, "ana", "olga", "declined"),
        (EventKind.CALL_OFFERED, "eva", "", ""),
        (EventKind.CALL_COMPLETED, "eva", "", ""),
    )

    assert became(call, "ana", {}).startswith("Declined")
    assert became(call, "eva", {}) == "The call with Leo Ruiz ended."
    assert became(call, "bob", {}) == ""


def test_the_last_unanswered_offer_makes_a_dead_letter() -> None:
    call = a_story(
        (EventKind.CALL_DECLINED, "ana", "olga", "declined"),
        (EventKind.CALL_DEAD_LETTERED, "", "routing", "5 offers unanswered"),
        status=CallStatus.DEAD_LETTERED,
    )

    assert became(call, "ana", {}) == "Declined: Leo Ruiz is now a failed call."


def test_a_caller_without_a_name_is_the_caller() -> None:
    call = replace(a_story((EventKind.CALL_ABANDONED, "ana", "", "")), caller="")

    assert became(call, "ana", {}).startswith("The caller hung up")


def test_a_caller_without_a_name_is_written_small_inside_a_sentence() -> None:
    call = replace(a_story((EventKind.CALL_COMPLETED, "ana", "ana", "")), caller="")

    assert became(call, "ana", {}).startswith("The call with the caller was completed by ana")


def test_a_pause_that_the_agent_did_not_choose_is_explained_with_the_way_back() -> None:
    paused = replace(an_agent(), status=AgentStatus.PAUSED, choice=Choice.PAUSED)
    silent = replace(paused, pause_reason="no answer", changed_by="routing")
    taken = replace(paused, pause_reason="call handed back", changed_by="mara")

    assert explained(silent, 3) == no_answer(3)
    assert explained(taken, 3) == handed_back("mara")
    for text in (no_answer(1), no_answer(3), handed_back("")):
        assert text.endswith("Choose Available to get calls again.")


def test_a_pause_of_ones_own_needs_no_words() -> None:
    lunch = replace(an_agent(), status=AgentStatus.PAUSED, pause_reason="Lunch", changed_by="olga")

    assert explained(lunch, 3) == ""
    assert explained(replace(lunch, pause_reason="no answer"), 3) == ""
    assert explained(replace(an_agent(), status=AgentStatus.QUEUED), 3) == ""


def test_a_rest_ends_by_itself_and_waiting_nowhere_does_not() -> None:
    resting = replace(an_agent(), until=NOON)

    assert "resume automatically" in explained(resting, 3)
    assert "Choose Available" in explained(an_agent(), 3)


def test_missed_calls_are_counted_against_the_limit() -> None:
    assert missed(0, 3) == ""
    assert missed(1, 3).startswith("1 call missed")
    assert "After 3 in a row" in missed(2, 3)
