"""Which of the first steps are done."""

from dataclasses import replace

from dashboard.setup.first_steps.steps import Progress
from routing.model.agents import Agent, AgentStatus
from tests.builders import an_agent

EMPTY = Progress(languages="English", agents=(), desks=(), has_answered=False)


def done(progress: Progress) -> list[bool]:
    return [step.is_done for step in progress.steps]


def with_agent(agent: Agent) -> Progress:
    return replace(EMPTY, agents=[agent])


def test_an_empty_centre_has_its_skills_only() -> None:
    assert done(EMPTY) == [True, False, False, False]


def test_an_agent_counts_once_a_user_has_its_desk() -> None:
    agent = an_agent(status=AgentStatus.OFFLINE)
    assert done(with_agent(agent)) == [True, False, False, False]
    assert done(replace(with_agent(agent), desks=[agent.agent_id])) == [True, True, False, False]


def test_a_desk_counts_while_an_agent_is_signed_in() -> None:
    agent = an_agent(status=AgentStatus.QUEUED)
    assert done(replace(with_agent(agent), desks=[agent.agent_id])) == [True, True, True, False]


def test_agents_without_a_desk_leave_the_steps_open() -> None:
    assert done(with_agent(an_agent(status=AgentStatus.QUEUED))) == [True, False, False, False]


def test_a_desk_stays_done_after_the_shift_of_who_answered() -> None:
    agent = an_agent(status=AgentStatus.OFFLINE)
    assert all(done(replace(with_agent(agent), desks=[agent.agent_id], has_answered=True)))


def test_an_answered_call_ends_the_steps() -> None:
    agent = an_agent(status=AgentStatus.QUEUED)
    assert all(done(replace(with_agent(agent), desks=[agent.agent_id], has_answered=True)))
