"""Planning over the API: agents needed, simulations once for each key."""

from typing import Any

import pytest
from pytest_django import Settings

from api.access.scopes import Scope
from routing import runtime
from routing.model.policies import Policies, QueuePolicy
from simulation.background.simulation_services import MOST_QUEUED
from simulation.models import SimulationRun
from simulation.scenarios import READY_MADE, scenario_from, scenario_to
from tests.integration.api.conftest import Caller, a_program, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("router")]
A_DEMAND = "calls=100&aht_seconds=180"
A_SCENARIO: dict[str, Any] = scenario_to(next(iter(READY_MADE.values())))


@pytest.fixture
def planner(db: None) -> Caller:  # noqa: ARG001 - tokens need the database
    return a_program("planner", Scope.READ, Scope.OPERATE)


def test_the_fewest_agents_reach_the_goals(planner: Caller) -> None:
    needed = planner.get(f"/staffing?{A_DEMAND}&service_level=0.8&shrinkage=0.3").body
    fewer = planner.get(f"/staffing?{A_DEMAND}&agents={needed['agents'] - 1}").body

    assert needed["figures"]["service_level"] >= 0.8 > fewer["figures"]["service_level"]
    assert needed["scheduled_agents"] > needed["agents"] > 10
    assert planner.get(f"/staffing?{A_DEMAND}&agents=5").body["figures"]["asa_seconds"] is None


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("calls=100", "aht_seconds"),
        ("calls=100&aht_seconds=0", "aht_seconds"),
        (A_DEMAND, "goals"),
        (f"{A_DEMAND}&max_abandoned=0.1", "max_abandoned"),
        (f"{A_DEMAND}&service_level=80", "service_level"),
        ("calls=1000000&aht_seconds=7200&agents=3", "calls_per_second"),
        (f"{A_DEMAND}&service_level=nan", "service_level"),
    ],
)
def test_a_wrong_figure_is_named(planner: Caller, query: str, field: str) -> None:
    reply = planner.get(f"/staffing?{query}")

    assert (reply.status, reply.body["field"]) == (400, field), reply.body


def test_a_simulation_is_started_once_for_its_key_followed_and_stopped(planner: Caller) -> None:
    key = {"Idempotency-Key": "one-simulation"}
    first, again = (
        planner.post("/simulations", {"scenario": A_SCENARIO, "replications": 2}, **key) for _ in range(2)
    )
    address = f"/simulations/{first.body['id']}"

    assert (first.status, first.body["state"], again.body["id"]) == (201, "queued", first.body["id"])
    assert [one["id"] for one in planner.get("/simulations").body["items"]] == [first.body["id"]]
    assert planner.get(f"{address}/scenario").body == A_SCENARIO
    assert planner.get(f"{address}/report").body["field"] == "report"
    SimulationRun.objects.update(report={"calls": 1})
    assert planner.get(f"{address}/report").body == {"calls": 1}
    assert [planner.post(f"{address}/stop").body["state"] for _ in range(2)] == ["stopped"] * 2
    assert planner.get(address).body["has_ended"] is True


def test_a_wrong_scenario_names_its_field(planner: Caller) -> None:
    for found, field in (
        ({}, "scenario"),
        ({"scenario": {"name": "x", "nonsense": 1}}, "scenario"),
        ({"scenario": A_SCENARIO, "replications": 0}, "replications"),
        ({"scenario": A_SCENARIO, "clock": "slow"}, "clock"),
    ):
        reply = planner.post("/simulations", found)
        assert (reply.status, reply.body["field"]) == (400, field), reply.body
    assert planner.get("/simulations/nobody").status == 404


def test_it_may_have_the_policies_of_the_deployment(planner: Caller, settings: Settings) -> None:
    settings.QUEUE_POLICIES = {"*": {"ring_seconds": 33}}
    runtime.forget()
    planner.post("/simulations", {"scenario": A_SCENARIO, "as_deployed": True})
    played = scenario_from(SimulationRun.objects.get().scenario)
    assert played.policies == Policies(default=QueuePolicy(ring_seconds=33))


def test_too_many_that_wait_may_be_sent_again_later(planner: Caller) -> None:
    for _ in range(MOST_QUEUED):
        assert planner.post("/simulations", {"scenario": A_SCENARIO}).status == 201
    assert planner.post("/simulations", {"scenario": A_SCENARIO}).body["code"] == "too_many_waiting"


def test_only_one_runs_in_real_time(planner: Caller) -> None:
    first, second = (
        planner.post("/simulations", {"scenario": A_SCENARIO, "clock": "live"}) for _ in range(2)
    )

    assert (first.status, second.status, second.body["code"]) == (201, 409, "running")
    assert second.body["present"] == {"simulation": first.body["id"]}


def test_planning_is_for_supervisors() -> None:
    olga = a_user("olga", "operators")

    assert olga.get("/simulations").body["code"] == "permission_missing"
    assert olga.get(f"/staffing?{A_DEMAND}&agents=9").body["code"] == "permission_missing"
