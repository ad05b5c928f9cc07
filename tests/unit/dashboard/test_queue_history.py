"""Queue history: the agents and calls of each step, and its values before and after."""

import pytest

from dashboard.queues.version_steps import Happened, steps
from live.feed.queue_history import Change, Told

AT = "2026-11-21T12:00:00.000+00:00"


def happened(*events: Told) -> tuple[Happened, ...]:
    (step,) = steps([Change(AT, 0, 1, 0, told=len(events), events=events)], version=1, most=10)
    return step.happened


def agent_told(was: str, became: str, reason: str) -> Told:
    return Told("agentStatusChanged", "a1", by="sue", agent="Ana", reason=reason, was=was, became=became)


@pytest.mark.parametrize(
    ("was", "became", "reason", "words"),
    [
        ("offline", "queued", "ready", "offline → available"),
        ("available", "queued", "queued", "available, not queued → available"),
        ("queued", "paused", "paused: Lunch", "available → paused (Lunch)"),
        ("wrapUp", "queued", "wrap-up ended: busy", "in wrap-up → available (wrap-up ended: busy)"),
        ("wrapUp", "queued", "wrap-up ended", "in wrap-up → available"),
        ("queued", "queued", "reset", "available (reset)"),
        ("sleeping", "queued", "", "sleeping → available"),
    ],
)
def test_of_an_agent_it_says_from_which_status_to_which(
    was: str, became: str, reason: str, words: str
) -> None:
    (one,) = happened(agent_told(was, became, reason))
    assert (one.words, one.agent, one.by) == (words, "Ana", "sue")


@pytest.mark.parametrize(
    ("kind", "reason", "words"),
    [
        ("callQueued", "", "queued"),
        ("callRemoved", "a prank", "removed: a prank"),
        ("callPromoted", "to band 2", "priority raised to band 2"),
        ("callPriorityChanged", "priority 5 → 2", "priority 5 → 2"),
        ("callNotAnswered", "no answer", "not answered"),
        ("callForwarded", "", "callForwarded"),
        ("agentStatusChanged", "ready", "status changed: ready"),  # by an earlier version
    ],
)
def test_of_a_call_it_says_what_happened_and_why(kind: str, reason: str, words: str) -> None:
    (one,) = happened(Told(kind, call_id="c1", caller="Leo", reason=reason))
    assert (one.words, one.caller) == (words, "Leo")


def test_what_follows_with_the_same_agent_and_call_is_one_line() -> None:
    told = [Told(kind, "a1", "c1", agent="Ana", caller="Leo") for kind in ("callOffered", "callAccepted")]
    (one,) = happened(*told)
    assert one.words == "offered, answered"


def test_where_a_call_went_is_named() -> None:
    told = (
        Told("callAssigned", call_id="c1", reason="to eva: knows it"),
        Told("callTransferred", call_id="c2", reason="to W#French#Any"),
    )
    change = Change(AT, 0, 1, 0, told=2, events=told)
    (step,) = steps([change], version=1, most=10, agents={"eva": "Eva Lang"})

    assert [one.words for one in step.happened] == [
        "assigned to Eva Lang: knows it",
        "transferred to French · Any",
    ]
