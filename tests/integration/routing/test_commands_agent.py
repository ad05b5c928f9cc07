"""`agent` and `sweep`: each operation calls its service, and refuses in one line."""

import re
import time

import pytest

from dynamo.table import Table
from routing import services
from routing.model.agents import AgentStatus
from routing.model.calls import CallStatus
from routing.router import Router
from routing.runtime import router as make_router
from tests.builders import a_waiting_agent, as_call
from tests.centres import a_call_in, agent_now, an_agent_in, call_now
from tests.integration.routing.commands import refused, said


@pytest.fixture
def router(any_table: Table) -> Router:
    assert any_table.exists()
    router = make_router()
    services.table_create(router)
    return router


def test_show_tells_what_is_known_of_an_agent(router: Router) -> None:
    an_agent_in(router, AgentStatus.WRAP_UP)

    lines = [re.split(r"\s{2,}", line.strip()) for line in said("agent", "show", "ana").splitlines()]

    facts = dict(line for line in lines if len(line) == 2)
    assert facts["Agent"] == "ana"
    assert facts["Status"].startswith("in wrap-up since 20")
    assert facts["Until"].endswith(" UTC")
    assert facts["Call"] == "ana-call"


def test_a_choice_is_made_with_its_reason(router: Router) -> None:
    a_waiting_agent(router, "ana")

    printed = said("agent", "choose", "ana", "paused", "--reason", "Lunch", "--by", "mara")

    assert printed == "Ana (ana) is paused (Lunch); version 3.\n"
    agent = agent_now(router, "ana")
    assert (agent.status, agent.pause_reason, agent.changed_by) == (AgentStatus.PAUSED, "Lunch", "mara")


def test_a_choice_made_during_a_call_is_told_as_what_comes_after_it(router: Router) -> None:
    an_agent_in(router, AgentStatus.ATTENDING_CALL)

    printed = said("agent", "choose", "ana", "offline")

    assert re.fullmatch(r"Ana \(ana\) is on a call until .+ UTC, then offline; version \d+\.\n", printed)


def test_a_release_ends_the_call_and_keeps_who_and_why(router: Router) -> None:
    a_call_in(router, CallStatus.IN_PROGRESS, "c1")

    said("agent", "release", "ana", "--reason", "left the desk", "--by", "mara")

    agent, call = agent_now(router, "ana"), call_now(router, "c1")
    assert agent.status is AgentStatus.QUEUED
    assert (agent.changed_by, agent.change_reason) == ("mara", "left the desk")
    assert (call.status, call.notes[-1].by) == (CallStatus.COMPLETED, "mara")


def test_a_wrap_up_is_extended_and_ended(router: Router) -> None:
    before = an_agent_in(router, AgentStatus.WRAP_UP).until
    said("agent", "extend-wrap-up", "ana", "60")
    after = agent_now(router, "ana").until
    assert before
    assert after
    assert (after - before).total_seconds() == 60

    assert refused("agent", "end-wrap-up", "ana", "--call", "other") == (
        "Nothing was changed: agent writes up call ana-call, not other"
    )
    printed = said("agent", "end-wrap-up", "ana", "--call", "ana-call", "--reason", "forgotten")
    assert printed.startswith("Ana (ana) is available")
    assert agent_now(router, "ana").change_reason == "forgotten"


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (("show", "gone"), "agent: there is no agent 'gone'"),
        (("release", "gone", "--reason", "stuck"), "agent: there is no agent 'gone'"),
        (
            ("release", "ana", "--reason", ""),
            "reason: '' is not allowed; give a reason of 1 to 60 characters",
        ),
        (("extend-wrap-up", "ana", "5000"), "seconds: 5000.0 is not allowed; from 1 to 900"),
        (("extend-wrap-up", "ana", "60"), "Nothing was changed: agent is available, not in wrap-up"),
        (
            ("choose", "ana", "offline", "--expected-version", "9"),
            "Nothing was changed: agent is at version 2, not 9",
        ),
    ],
)
def test_what_cannot_be_is_one_line(router: Router, command: tuple[str, ...], line: str) -> None:
    a_waiting_agent(router, "ana")

    assert refused("agent", *command) == line


def test_a_sweep_does_what_is_due_and_counts_it(router: Router) -> None:
    a_call_in(router, CallStatus.IN_PROGRESS, "c1")
    as_call(services.call_complete(router, call_id="c1", wrap_up_seconds=0.01))
    assert said("sweep", "--overdue", "3600") == "0 found due; 0 agents and calls changed.\n"
    time.sleep(0.01)

    assert said("sweep") == "1 found due; 1 agents and calls changed.\n"
    assert agent_now(router, "ana").status is AgentStatus.QUEUED
    assert said("sweep") == "0 found due; 0 agents and calls changed.\n"


@pytest.mark.usefixtures("router")
def test_a_sweep_of_what_is_not_due_yet_is_refused() -> None:
    assert refused("sweep", "--overdue", "-1") == "overdue: -1.0 is not allowed; from 0 to 86400 seconds"
