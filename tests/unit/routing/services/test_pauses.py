"""Pauses: each until its limit, or what is left of the day; a choice that ends one books its time once."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from routing import services
from routing.exceptions import InvalidFieldError
from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.settings.pause_reasons import read_pause_reasons
from routing.router import Router
from tests.builders import FakeClock, a_router, a_waiting_agent, as_agent
from tests.centres import agent_now, an_agent_in, call_now
from tests.tables import ForgetfulTable

REASONS = {
    "Break": {"limit_seconds": 900, "daily_limit_seconds": 1800},
    "Lunch": {"limit_seconds": 1800},
    "Errand": {"daily_limit_seconds": 600},
    "Training": {},
}
MINUTE = 60


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def router(clock: FakeClock) -> Router:
    made = replace(a_router(clock=clock), pauses=read_pause_reasons(REASONS))
    a_waiting_agent(made, "ana", languages=("Spanish",))
    return made


def choose(router: Router, choice: Choice, reason: str = "") -> Agent:
    return as_agent(services.agent_choose(router, agent_id="ana", choice=choice, reason=reason))


def allowed(agent: Agent) -> float | None:
    """How long the pause may last, in minutes."""
    return None if agent.until is None else (agent.until - agent.status_since) / timedelta(minutes=1)


def paused_for(router: Router, clock: FakeClock, reason: str, minutes: float) -> None:
    choose(router, Choice.PAUSED, reason)
    clock.advance(minutes * MINUTE)
    choose(router, Choice.READY)


def test_a_pause_lasts_until_its_limit_or_what_is_left_of_the_day(router: Router, clock: FakeClock) -> None:
    assert allowed(choose(router, Choice.PAUSED, "Break")) == 15
    clock.advance(20 * MINUTE)
    assert allowed(choose(router, Choice.PAUSED, "Lunch")) == 30
    assert agent_now(router, "ana").status_since == clock.now, "another reason is another pause"
    assert allowed(choose(router, Choice.PAUSED, "Training")) is None
    assert allowed(choose(router, Choice.PAUSED, "Break")) == 10
    clock.advance(12 * MINUTE)
    choose(router, Choice.READY)
    assert [(one.reason, one.milliseconds) for one in agent_now(router, "ana").pauses] == [
        ("Break", 32 * MINUTE * 1000)
    ]
    used_up = choose(router, Choice.PAUSED, "Break")
    assert (allowed(used_up), used_up.status) == (0, AgentStatus.PAUSED), "marked at once, not refused"
    assert allowed(choose(router, Choice.PAUSED, "Errand")) == 10


def test_the_next_day_begins_with_nothing(router: Router, clock: FakeClock) -> None:
    paused_for(router, clock, "Break", 30)
    clock.advance(11 * 3600)
    assert allowed(choose(router, Choice.PAUSED, "Break")) == 0
    clock.advance(24 * 3600)
    choose(router, Choice.OFFLINE)
    assert allowed(choose(router, Choice.PAUSED, "Break")) == 15


@pytest.mark.parametrize("ends", ["offline", "deactivated", "reset"])
def test_every_end_of_a_pause_is_booked(router: Router, clock: FakeClock, ends: str) -> None:
    choose(router, Choice.PAUSED, "Errand")
    clock.advance(4 * MINUTE)
    facts = services.Facts("Ana", "F", ("Spanish",), is_active=False)
    if ends == "offline":
        choose(router, Choice.OFFLINE)
    elif ends == "deactivated":
        services.agent_edit(router, agent_id="ana", facts=facts)
    else:
        services.agents_reset(router)
    (total,) = agent_now(router, "ana").pauses
    assert (total.reason, total.milliseconds) == ("Errand", 4 * MINUTE * 1000)


def test_a_pause_after_a_call_begins_with_it_and_a_lost_reply_books_once(clock: FakeClock) -> None:
    router = replace(a_router(ForgetfulTable(), clock=clock), pauses=read_pause_reasons(REASONS))
    an_agent_in(router, AgentStatus.ATTENDING_CALL, "ana")
    choose(router, Choice.PAUSED, "Errand")
    clock.advance(8 * MINUTE)
    assert agent_now(router, "ana").pauses == ()
    services.agent_release(router, agent_id="ana", reason="done")
    assert call_now(router, "ana-call").is_ended
    assert allowed(agent_now(router, "ana")) == 10
    clock.advance(2 * MINUTE)
    choose(router, Choice.OFFLINE)
    choose(router, Choice.OFFLINE)
    assert [one.milliseconds for one in agent_now(router, "ana").pauses] == [2 * MINUTE * 1000]


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({"Break": {"daily_limit_seconds": -1}}, "pauses Break daily_limit_seconds: -1"),
        ({"Break": {"daily": 5}}, "the only fields are limit_seconds and daily_limit_seconds"),
    ],
)
def test_what_does_not_fit_is_named(document: Any, said: str) -> None:
    with pytest.raises(InvalidFieldError, match=said):
        read_pause_reasons(document)
