"""Demo load from the board: start, stop, state."""

import re

import pytest
from django.test import Client

from dynamo.exceptions import EngineUnavailableError
from routing.model.trail import LOAD_STARTED, LOAD_STOPPED
from routing.model.words import event_word
from routing.router import Router
from simulation.models import LoadRun
from simulation.states import RunState
from tests.integration.dashboard.conftest import Reply, posted
from tests.trails import audit_trail

JSON = {"accept": "application/json"}

pytestmark = pytest.mark.django_db


def start(client: Client, **fields: object) -> Reply:
    return posted(client, "/load/start/", fields)


def stop(client: Client) -> Reply:
    return posted(client, "/load/stop/", {})


def test_it_is_idle_until_somebody_starts_it(supervisor: Client) -> None:
    response = supervisor.get("/load/", headers=JSON)

    assert response.status_code == 200
    assert response.json()["state"] == "idle"


@pytest.mark.usefixtures("router")
def test_a_supervisor_starts_and_stops_it(supervisor: Client) -> None:
    started = start(supervisor, rate="2.5", agents="3").body
    assert (started["state"], started["rate"], started["agents"]) == ("running", 2.5, 3)
    assert supervisor.get("/load/", headers=JSON).json()["state"] == "running"

    stopped = stop(supervisor).body
    assert stopped["state"] == "stopping"
    run = LoadRun.objects.get()
    assert (run.created_by, run.stopped_by) == ("mara", "mara")


def test_starts_and_stops_are_in_the_audit_trail_with_who_and_from_where(
    supervisor: Client, router: Router
) -> None:
    start(supervisor, rate="2.5", agents="3")
    for _ in range(2):
        stop(supervisor)

    run = LoadRun.objects.get()
    what = ("mara", "127.0.0.1", f"2.5 calls/s, 3 agents ({run.id})")
    entries = audit_trail(router, router.clock().date())
    assert {(one.kinds, one.by, one.origin, one.reason) for one in entries} == {
        ((LOAD_STARTED,), *what),
        ((LOAD_STOPPED,), *what),
    }
    assert len(entries) == 2
    assert (event_word(LOAD_STARTED), event_word(LOAD_STOPPED)) == ("load started", "load stopped")


@pytest.mark.usefixtures("router")
def test_a_plain_form_is_asked_first(supervisor: Client) -> None:
    fields = {"rate": "2.5", "agents": "3"}
    asked = supervisor.post("/load/start/", fields)
    assert "Start the demo load?" in asked.text
    assert "2.5 calls/s for 3 agents" in asked.text
    assert not LoadRun.objects.exists()
    hidden = dict(
        re.findall(r'<input type="hidden" name="(confirmed|rate|agents)" value="([^"]*)"', asked.text)
    )
    assert supervisor.post("/load/start/", hidden).status_code == 302
    assert LoadRun.objects.get().scenario["figures"]["rate"] == 2.5

    assert "Stop the demo load?" in supervisor.post("/load/stop/").text
    assert LoadRun.objects.get().state == RunState.RUNNING
    assert supervisor.post("/load/stop/", {"confirmed": "1"}).status_code == 302
    assert LoadRun.objects.get().state == RunState.STOPPING


@pytest.mark.usefixtures("router")
def test_a_load_whose_start_cannot_be_written_down_is_not_started(
    supervisor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_args: object, **_fields: object) -> None:
        raise EngineUnavailableError("http://127.0.0.1:9")

    monkeypatch.setattr("simulation.load.load_services.trail_write", away)

    assert start(supervisor, rate="5", agents="5").status == 503
    assert not LoadRun.objects.exists()


@pytest.mark.usefixtures("router")
def test_a_second_start_gets_the_load_that_runs(supervisor: Client) -> None:
    start(supervisor, rate="2", agents="2")
    response = start(supervisor, rate="9", agents="2")

    assert response.status == 409
    assert "has not ended" in response.error
    assert response.body["rate"] == 2


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"rate": "500", "agents": "50"}, "rate: 500 is not allowed; from 0.1 to 50 calls per second"),
        ({"rate": "5", "agents": "0"}, "agents: 0 is not allowed; from 1 to 500 agents"),
        ({"rate": "fast", "agents": "50"}, "rate: a number from 0.1 to 50 calls per second"),
    ],
)
def test_bad_input_names_field_and_limits(supervisor: Client, fields: dict[str, str], sentence: str) -> None:
    response = start(supervisor, **fields)

    assert (response.status, response.error) == (400, sentence)
    assert not LoadRun.objects.exists()


def test_while_the_table_is_away_it_says_so(supervisor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(**_fields: object) -> None:
        raise EngineUnavailableError("http://127.0.0.1:9")

    monkeypatch.setattr("dashboard.overview.load_views.load_services.load_start", away)

    assert start(supervisor, rate="5", agents="5").status == 503


def test_stopping_what_does_not_run_is_no_error(supervisor: Client) -> None:
    response = stop(supervisor)

    assert (response.status, response.body["state"]) == (200, "idle")


@pytest.mark.usefixtures("router")
def test_a_plain_form_returns_to_the_board(supervisor: Client) -> None:
    fields = {"rate": "1", "agents": "1", "confirmed": "1"}
    response = supervisor.post("/load/start/", fields, headers={"accept": "text/html"})

    assert response.headers["Location"] == "/"


def test_an_operator_may_neither_control_nor_read_it(operator: Client) -> None:
    refused = start(operator, rate="5", agents="5")

    assert refused.status == 403
    assert "Only supervisors" in refused.error
    assert stop(operator).status == 403
    assert operator.get("/load/", headers=JSON).status_code == 403
    assert not LoadRun.objects.exists()


def test_it_is_changed_by_post_only(supervisor: Client) -> None:
    assert supervisor.get("/load/start/").status_code == 405
    assert supervisor.get("/load/stop/").status_code == 405
