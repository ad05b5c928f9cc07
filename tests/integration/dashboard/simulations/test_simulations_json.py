"""JSON interface of simulations: posts, reads, errors; access."""

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from routing import runtime
from routing.model.policies import Policies, QueuePolicy
from simulation.background.simulation_services import MOST_QUEUED
from simulation.models import SimulationRun
from simulation.scenarios import scenario_from, scenario_to
from simulation.states import Place
from tests.integration.dashboard.simulations.simulating import SMALL, play_all

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("router")]
HERE = "/api/simulations/"


def post(client: Client, found: object, address: str = HERE, **headers: str) -> Any:
    text = found if isinstance(found, bytes) else json.dumps(found).encode()
    return client.post(address, text, content_type="application/json", headers=headers)


def refused(reply: Any, status: int) -> str:
    assert reply.status_code == status
    assert reply.headers["content-type"] == "application/json"
    return str(json.loads(reply.content)["error"])


def scenario(**changes: Any) -> dict[str, Any]:
    return {**scenario_to(SMALL), **changes}


def test_a_scenario_is_posted_watched_and_its_report_read(supervisor: Client) -> None:
    reply = post(supervisor, scenario(), HERE + "?replications=3")
    assert reply.status_code == 201
    state = reply.json()
    links = state["links"]
    assert reply.headers["location"] == links["self"] == f"{HERE}{state['id']}/"
    assert (state["state"], state["replications"], state["place"]) == ("queued", 3, "virtual")
    assert "report: there is none yet" in refused(supervisor.get(links["report"]), 404)
    assert supervisor.get(links["scenario"]).json() == scenario()

    play_all()
    state = supervisor.get(links["self"]).json()
    assert (state["state"], state["done"], state["share"], state["has_ended"]) == ("done", 3, 1.0, True)
    report = supervisor.get(links["report"]).json()
    assert report["replications"] == 3
    assert {"matches_per_second", "conflicts", "service_level"} <= report["total"].keys()
    assert [one["id"] for one in supervisor.get(HERE).json()["simulations"]] == [state["id"]]
    assert supervisor.get(links["csv"]).status_code == supervisor.get(links["page"]).status_code == 200


def test_what_cannot_be_read_is_refused_whatever_its_key(supervisor: Client) -> None:
    for body, why in ((b" " * 3_000_000, "too many bytes"), (b"\xff", "not UTF-8 text"), (b"{", "JSON")):
        assert why in refused(post(supervisor, body, **{"idempotency-key": "one-click-of-mine"}), 400)


def test_one_that_waits_is_stopped(supervisor: Client) -> None:
    state = post(supervisor, scenario()).json()

    for _ in range(2):
        assert supervisor.post(state["links"]["stop"]).json()["state"] == "stopped"


def test_it_may_be_played_in_real_time_and_a_second_is_refused_with_a_link_to_the_first(
    supervisor: Client,
) -> None:
    first = post(supervisor, scenario(), HERE + "?clock=live&speed=4").json()
    assert (first["place"], first["replications"]) == (Place.APART, 1)

    reply = post(supervisor, scenario(), HERE + "?clock=live")
    assert "has not ended" in refused(reply, 409)
    assert reply.json()["links"] == first["links"]


def test_it_may_be_played_with_the_policies_of_the_deployment(supervisor: Client, settings: Settings) -> None:
    (queue,) = SMALL.queues
    settings.QUEUE_POLICIES = {
        "*": {"ring_seconds": 33, "wrap_up_seconds": 1},
        "W#French#Any": {"max_length": 1},
    }
    settings.QUEUE_ORDER = {str(queue): "lifo", "W#French#Any": "lifo"}
    runtime.forget()
    post(supervisor, scenario(), HERE + "?as_deployed=1")

    played = scenario_from(SimulationRun.objects.get().scenario)
    assert played.policies == Policies(default=QueuePolicy(ring_seconds=33))
    assert played.newest_first == frozenset({queue})


@pytest.mark.parametrize(
    ("found", "asked", "text"),
    [
        (b"{", "", "JSON: Expecting"),
        (b"\xff", "", "JSON: the body is not UTF-8 text"),
        (b"x" * 1_000_001, "", "JSON: too many bytes; up to 1,000,000 are read"),
        (scenario(calls=-1), "", "calls: -1 is not allowed; from 0 to 8,640,000 calls in an interval"),
        (scenario(length_seconds=1), "", "length_seconds: 1 is not allowed; from 10 to 604,800 seconds"),
        (scenario(mix=[{"language": "Latin"}]), "", "mix 1: no agent can serve a caller who asks for Latin"),
        (scenario(), "?replications=0", "replications: 0 is not allowed; from 1 to 1,000"),
        (scenario(), "?replications=many", "replications: 'many' is not allowed; a whole number from 1 to"),
        (
            scenario(),
            "?clock=live&speed=1000",
            "speed: 1,000 is not allowed; from 0.1 to 100 times real time",
        ),
        (scenario(), "?clock=live&speed=fast", "speed: a number"),
        (scenario(), "?clock=sundial", "clock: Select a valid choice"),
        (scenario(), "?clock=live&on_the_deployment=1", "confirm: about "),
    ],
)
def test_what_is_wrong_names_field_and_limit(
    supervisor: Client, found: object, asked: str, text: str
) -> None:
    assert refused(post(supervisor, found, HERE + asked), 400).startswith(text)
    assert not SimulationRun.objects.exists()


def test_csv_errors_name_line_and_column(supervisor: Client) -> None:
    sheet = scenario(calls_csv="interval,calls\n1,40\n2,x\n")
    del sheet["calls"]

    assert refused(post(supervisor, sheet), 400).startswith("csv, line 3, column calls: 'x' is not allowed")


def test_too_many_that_wait_may_be_posted_again_later(supervisor: Client) -> None:
    for _ in range(MOST_QUEUED):
        assert post(supervisor, scenario()).status_code == 201

    assert refused(post(supervisor, scenario()), 409).startswith("simulations: 20 are already waiting")


def test_who_may_not_and_what_is_not_there_is_told_as_json(
    client: Client, operator: Client, supervisor: Client
) -> None:
    for address in (HERE, HERE + "0badcafe/", HERE + "0badcafe/report/"):
        assert "signed out" in refused(client.get(address), 401)
        assert "Only planners and supervisors" in refused(operator.get(address), 403)
    assert "signed out" in refused(post(client, scenario()), 401)
    assert "Only planners and supervisors" in refused(post(operator, scenario()), 403)
    for address in ("0badcafe/", "0badcafe/report/", "0badcafe/scenario/", "no slug at all/"):
        assert refused(supervisor.get(HERE + address), 404).startswith("id: there is no simulation")
    assert refused(supervisor.post(HERE + "0badcafe/stop/"), 404).startswith("id: there is no simulation")
    assert refused(supervisor.delete(HERE), 405) == "method: GET or POST"
    assert not SimulationRun.objects.exists()


def test_without_its_token_it_is_refused_as_json(supervisor: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = supervisor.cookies

    assert "csrftoken" in refused(post(strict, scenario()), 403)
    assert "Reload the page" in strict.post("/simulations/start/", {"ready": "monday"}).content.decode()
    token = "a" * 32
    strict.cookies["csrftoken"] = token
    assert post(strict, scenario(), **{"x-csrftoken": token}).status_code == 201


def test_a_table_that_is_away_is_told_and_nothing_is_started(supervisor: Client, settings: Settings) -> None:
    settings.DYNAMODB = {**settings.DYNAMODB, "table": "none-such"}
    runtime.forget()

    assert "create_table" in refused(post(supervisor, scenario()), 503)
    assert not SimulationRun.objects.exists()
