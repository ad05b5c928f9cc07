"""Lost replies: the re-send is refused, and the operation id shows that the write worked."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from dynamo.table import Table
from dynamo.transaction import OPERATIONS
from routing import selectors, services
from routing.model.agents import AgentStatus, Choice
from routing.model.events import Event
from routing.model.outcomes import Assignment
from routing.model.policies import Policies
from routing.model.queues import agent_queue
from routing.repair.audit import audit
from routing.router import Router
from routing.services.lease import Lease
from tests.builders import a_router, a_waiting_agent, a_waiting_call, counting_ids
from tests.centres import agent_now, call_now, match_all
from tests.memory.table import MemoryTable
from tests.tables import ForgetfulTable
from tests.thorough import covering
from tests.unit.routing.services import agent_cases, call_cases
from tests.unit.routing.services.outcomes import UNCHANGED, attempted, lets_pass


def content(router: Router) -> list[list[tuple[str, str]]]:
    """Everything in the table but the operation ids, which a sweep gives in no certain order."""
    return sorted(
        sorted((name, repr(value)) for name, value in item.items() if name != OPERATIONS)
        for item in router.table.scan()
    )


def both_ways(
    prepare: Callable[[Router], object],
    act: Callable[[Router], object],
    policies: Policies | None = None,
) -> int:
    """Acts on a sound table and on one that loses every reply; both must answer, tell and hold the same.

    Answers how many transactions of the act were found to have worked by their own operation id.
    """
    forgetful, before = ForgetfulTable(), 0
    tables: tuple[Table, ...] = (MemoryTable(), forgetful)
    told: tuple[list[Event], list[Event]] = ([], [])
    # To make the tables may take another number of ids; from then on the same have to do on both.
    routers = [
        replace(a_router(table, emit=events.extend, policies=policies), new_id=counting_ids())
        for table, events in zip(tables, told, strict=True)
    ]
    answers = []
    for router in routers:
        prepare(router)
        before = forgetful.recovered
        answers.append(act(router))
        assert audit(router) == []
    assert content(routers[0]) == content(routers[1])
    assert told[0] == told[1]
    assert _without_operations(answers[0]) == _without_operations(answers[1])
    return forgetful.recovered - before


def _without_operations(answer: object) -> str:
    """The answer as text, without the operation ids."""
    return re.sub(r"operations=\([^)]*\)", "", repr(answer))


def writes_to_agent(case: tuple[str, str]) -> bool:
    """Operations without a write have no reply to lose."""
    return agent_cases.end_of(*case) not in UNCHANGED


def writes_to_call(case: tuple[str, str]) -> bool:
    """As above."""
    name, situation = case
    return call_cases.ENDS[name][situation] not in UNCHANGED


@pytest.mark.parametrize(("name", "situation"), covering(agent_cases.CASES, writes_to_agent))
def test_operations_on_agents_survive_it(name: str, situation: str) -> None:
    def act(router: Router) -> object:
        lets_pass(router, name, agent_cases.LATE)
        return attempted(agent_cases.OPERATIONS[name], router)

    recovered = both_ways(lambda router: agent_cases.prepare(router, situation), act)

    assert recovered or agent_cases.end_of(name, situation) in UNCHANGED


@pytest.mark.parametrize(("name", "situation"), covering(call_cases.CASES, writes_to_call))
def test_operations_on_calls_survive_it(name: str, situation: str) -> None:
    def act(router: Router) -> object:
        lets_pass(router, name, call_cases.LATE)
        return attempted(call_cases.OPERATIONS[name], router)

    recovered = both_ways(lambda router: call_cases.prepare(router, situation), act, call_cases.POLICIES)

    assert recovered or call_cases.ENDS[name][situation] in UNCHANGED


def test_matching_survives_it() -> None:
    def people_and_calls(router: Router) -> None:
        for number in range(6):
            a_waiting_agent(router, f"a{number}", languages=router.skills.languages[number % 2 :])
            a_waiting_call(router, f"c{number}", language=router.skills.languages[2 - number % 2])

    assert both_ways(people_and_calls, match_all) == 1, "one transaction of matches"


def test_an_agent_made_twice_by_a_lost_reply_is_made_once() -> None:
    router = a_router(ForgetfulTable())
    agent = services.agent_create(router, name="Ana", gender="F", languages=("Spanish",))
    assert [one.agent_id for one in selectors.agents(router)] == [agent.agent_id]


def test_a_call_without_an_id_is_queued_once() -> None:
    router = a_router(ForgetfulTable())
    services.call_enqueue(router, language="Spanish")
    assert len(selectors.waiting_calls(router)) == 1
    assert audit(router) == []


def test_a_direct_assignment_is_made_once_and_told_rightly() -> None:
    router = a_router(ForgetfulTable())
    for name in ("ana", "eva"):
        a_waiting_agent(router, name)

    assignment = services.queue_assign(router, queue=agent_queue("Spanish", "F"))

    assert isinstance(assignment, Assignment)
    assert assignment.agent.agent_id == "ana"
    assert call_now(router, assignment.call.call_id) == assignment.call
    assert agent_now(router, "eva").status is AgentStatus.QUEUED
    assert {
        info.key: info for info in selectors.agent_queue_infos(router)
    }.items() >= assignment.after.items()


def test_a_table_is_made_and_a_lease_is_held() -> None:
    router = a_router(ForgetfulTable())
    assert all((info.version, info.depth) == (0, 0) for info in selectors.agent_queue_infos(router))
    assert services.queues_ensure(router) == 0
    assert Lease(router, "one").hold()
    assert not Lease(router, "other").hold()


def test_the_id_is_found_also_after_others_went_on() -> None:
    """Between the lost reply and the re-send the agent is paused and made ready again, twice."""
    forgetful = ForgetfulTable()
    router, other = a_router(forgetful), a_router(forgetful.memory)
    services.agent_create(router, agent_id="ana", name="Ana", gender="F", languages=("Spanish",))

    def others_go_on() -> None:
        for choice in (Choice.PAUSED, Choice.READY, Choice.OFFLINE, Choice.READY):
            services.agent_choose(other, agent_id="ana", choice=choice)

    forgetful.before_resend = others_go_on
    services.agent_enqueue(router, agent_id="ana")

    assert agent_now(router, "ana").version == 6, "made, queued, and four choices: nothing was done twice"
    assert audit(router) == []
