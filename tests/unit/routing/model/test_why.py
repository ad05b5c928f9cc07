"""Reason for a caller's wait, in one sentence and in numbers."""

from typing import Any

import pytest

from routing.model.agents import AgentStatus
from routing.model.calls import Call, CallStatus
from routing.model.skills import Skills
from routing.model.steps import Step
from routing.model.why import why_waiting
from tests.builders import LANGUAGES, a_call, an_agent

PLAIN, ROUTED = Skills(LANGUAGES), Skills(LANGUAGES, topics=("Billing", "Repair"))
TEAM = [
    an_agent("ana", status=AgentStatus.ATTENDING_CALL),
    an_agent("bea", status=AgentStatus.ATTENDING_CALL),
    an_agent("eva", status=AgentStatus.PAUSED),
    an_agent("tom", gender="M", status=AgentStatus.QUEUED),
    an_agent("liz", languages=frozenset({"English"}), status=AgentStatus.QUEUED),
]


def waiting(**fields: Any) -> Call:
    return a_call(status=CallStatus.QUEUED, ticket=1, **fields)


@pytest.mark.parametrize(
    ("call", "before", "sentence"),
    [
        (waiting(gender="F"), 0, "no Spanish-speaking woman is available: 2 on call, 1 paused"),
        (
            waiting(gender="T"),
            0,
            "no agent can take this call: there is no Spanish-speaking agent of gender T",
        ),
        (waiting(gender="M"), 0, "connecting now: 1 waiting"),
        (waiting(gender="M"), 1, "1 call ahead of it, and 1 Spanish-speaking man waiting: 1 waiting"),
        (
            waiting(gender="Any"),
            2,
            "2 calls ahead of it, and 1 Spanish-speaking agent waiting: 1 waiting, 2 on call, 1 paused",
        ),
        (
            waiting(gender="F", steps=(Step("F", seconds=30, agent_id="eva"), Step("F"))),
            0,
            "it waits only for Eva, who is paused",
        ),
        (
            waiting(gender="F", steps=(Step("F", seconds=30, agent_id="nobody"), Step("F"))),
            0,
            "it waits only for agent nobody, who is gone",
        ),
        (a_call(status=CallStatus.OFFERED), 0, "the call is not waiting, it is ringing"),
    ],
)
def test_it_says_who_is_wanted_and_what_keeps_them(call: Call, before: int, sentence: str) -> None:
    assert why_waiting(call, TEAM, PLAIN, before=before).sentence == sentence


def test_it_counts_those_who_fit_by_what_they_do() -> None:
    fitting = why_waiting(waiting(gender="Any"), TEAM, PLAIN).fitting

    assert fitting == {AgentStatus.QUEUED: 1, AgentStatus.ATTENDING_CALL: 2, AgentStatus.PAUSED: 1}


def test_topics_count_where_they_are_routed_by() -> None:
    repair = an_agent("ron", topics=frozenset({"Repair"}), status=AgentStatus.PAUSED)

    billing = why_waiting(waiting(gender="F", topic="Billing"), [repair], ROUTED)
    anything = why_waiting(waiting(gender="F", topic="Any"), [repair], ROUTED)

    assert billing.sentence.endswith("there is no Spanish-speaking woman for Billing")
    assert anything.sentence == "no Spanish-speaking woman is available: 1 paused"
