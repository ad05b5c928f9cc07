"""Repair on the real engine: every damage, beside live traffic, and as a command."""

import json
import random
import threading
from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from dynamo.aws_table import DynamoTable
from routing import services
from routing.model.agents import Choice
from routing.repair.audit import audit
from routing.repair.repairing import repair
from routing.router import Router
from routing.runtime import router as make_router
from routing.services.lease import Lease
from routing.storage import keys
from tests.builders import a_router, a_waiting_agent, a_waiting_call
from tests.centres import agent_now, match_all
from tests.integration.routing.commands import said
from tests.thorough import every
from tests.unit.routing.repair.damages import DAMAGES, a_busy_centre, spoil

BEYOND_REPAIR = {"a status nobody knows", "a call without its times"}
PEOPLE = [f"agent-{number}" for number in range(6)]


@pytest.fixture
def router(table: DynamoTable) -> Router:
    a_busy_centre(table)
    return make_router()


@pytest.mark.parametrize("name", every(4, sorted(DAMAGES.keys() - BEYOND_REPAIR)))
def test_it_mends_each_damage_once(table: DynamoTable, name: str) -> None:
    router = a_busy_centre(table)
    DAMAGES[name].spoils(router)

    assert list(repair(router))
    assert audit(router) == []
    assert list(repair(router)) == []


def test_it_breaks_nothing_beside_living_traffic(table: DynamoTable) -> None:
    router = a_router(table)
    for agent_id in PEOPLE:
        a_waiting_agent(router, agent_id, languages=("English", "Spanish"))
    stop = threading.Event()
    lives = [_life(router, random.Random(seed)) for seed in range(3)]  # noqa: S311 - a workload, no secret
    workers = [threading.Thread(target=_until, args=(stop, life)) for life in lives]
    for worker in workers:
        worker.start()
    try:
        for number in range(12):
            spoil(router, keys.queue_info_key(router.skills.agent_queues[number % 9]), QueueDepth=number)
            spoil(router, keys.agent_entry_key(router.skills.agent_queues[0], 10**9 + number), **STRAY)
            list(repair(router, force=True))
    finally:
        stop.set()
        for worker in workers:
            worker.join()

    list(repair(router))
    assert audit(router) == []


STRAY = {
    "AgentID": "ghost",
    "AgentName": "Ghost",
    "Gender": "F",
    "Languages": frozenset({"English"}),
    "QueuedAt": "2026-11-21T12:00:00.000000+00:00",
}


def _until(stop: threading.Event, live: Callable[[], object]) -> None:
    while not stop.is_set():
        live()


def _life(router: Router, chance: random.Random) -> Callable[[], object]:
    """Agents come and go, calls come, ring, are taken and end."""

    def live() -> None:
        agent_id = chance.choice(PEOPLE)
        services.agent_choose(router, agent_id=agent_id, choice=chance.choice([Choice.READY, Choice.PAUSED]))
        services.call_enqueue(router, language=chance.choice(["English", "Spanish"]))
        for call_id, whose in match_all(router):
            services.call_accept(router, call_id=call_id, agent_id=whose)
            services.call_complete(router, call_id=call_id)
            services.agent_end_wrap_up(router, agent_id=whose)

    return live


def test_the_command_says_line_by_line_what_it_changed(router: Router) -> None:
    DAMAGES["an agent missing in one of its queues"].spoils(router)
    DAMAGES["a depth below zero"].spoils(router)

    assert said("audit", "--repair").splitlines() == [
        "agent ana: entry Q#English#F 00000000000000000004 added",
        "Q#English#F: depth 2 → 1",
        "W#Spanish#Any: depth -1 → 0",
        "3 repaired.",
        "The table is sound.",
    ]
    assert said("audit", "--repair").splitlines() == ["Nothing to repair.", "The table is sound."]


def test_the_command_tells_programs_what_it_changed(router: Router) -> None:
    DAMAGES["a depth too high"].spoils(router)

    assert json.loads(said("audit", "--repair", "--json")) == {
        "clean": True,
        "findings": [],
        "repairs": [{"subject": "Q#Spanish#F", "changes": ["depth 7 → 1"]}],
    }


def test_the_command_ends_with_1_where_something_stays_broken(router: Router) -> None:
    DAMAGES["a depth too high"].spoils(router)
    DAMAGES["a status nobody knows"].spoils(router)

    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("audit", "--repair", stdout=out)

    assert ended.value.code == 1
    printed = out.getvalue().splitlines()
    assert printed[:2] == ["Q#Spanish#F: depth 7 → 1", "1 repaired."]
    (line,) = [one for one in printed if one.startswith("AllAgents Agent#ana: an item can be read; ")]
    assert "AgentStatus 'asleep' is not one of offline, available" in line
    assert line.endswith("correct or delete the item)"), "it says why it is not repaired"


def test_the_command_refuses_while_a_dispatcher_leads_unless_forced(router: Router) -> None:
    DAMAGES["a depth too high"].spoils(router)
    assert Lease(router, "desk:7", seconds=60).hold()

    with pytest.raises(
        CommandError, match="desk:7 is matching; stop it first, or repair beside it with --force"
    ):
        call_command("audit", "--repair")

    assert "Q#Spanish#F: depth 7 → 1" in said("audit", "--repair", "--force")


@pytest.mark.usefixtures("router")
def test_force_alone_is_a_mistake() -> None:
    with pytest.raises(CommandError, match="--force only says how to --repair"):
        call_command("audit", "--force")


def test_agents_go_on_waiting_after_a_repair(router: Router) -> None:
    DAMAGES["a ticket counter that was lost"].spoils(router)

    said("audit", "--repair")
    a_waiting_agent(router, "new")
    a_waiting_call(router, "c3")

    assert dict(match_all(router)) == {"c3": "ana"}
    assert agent_now(router, "new").ticket == 5
