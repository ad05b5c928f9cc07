"""List of simulations: three ways to start, errors in words, supervisors only."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from dashboard.simulations.simulation_form import first_values
from routing import runtime
from routing.router import Router
from routing.services import table_create, table_delete
from simulation.models import SimulationRun
from simulation.scenarios import READY_MADE, scenario_from, scenario_to, scenario_to_json
from simulation.states import RunState
from tests.integration.dashboard.simulations.simulating import JSON, SMALL, fields, page, started
from tests.trails import audit_trail

pytestmark = pytest.mark.usefixtures("router")


def refused(client: Client, **posted: object) -> str:
    reply = client.post("/simulations/start/", posted)
    assert reply.status_code == 400
    assert not SimulationRun.objects.exists()
    return reply.content.decode().replace("&#x27;", "'")


def test_an_empty_list_says_what_to_do(supervisor: Client) -> None:
    text = page(supervisor, "/simulations/")

    assert "No simulation yet" in text
    assert 'aria-current="page">Simulations</a>' in text
    assert all(one.name in text for one in READY_MADE.values())


def test_the_form_starts_what_it_says_and_the_trail_has_a_line(supervisor: Client, router: Router) -> None:
    run = started(supervisor)

    assert scenario_from(run.scenario) == SMALL
    assert (run.replications, run.created_by, run.state) == (3, "mara", RunState.QUEUED)
    (entry,) = audit_trail(router, runtime.now().date())
    assert (entry.by, entry.kinds) == ("mara", ("simulationStarted",))
    assert "simulation started" in page(supervisor, "/trail/")


@pytest.mark.parametrize("key", READY_MADE)
def test_each_ready_made_scenario_is_started_by_its_name_and_fills_the_form(
    supervisor: Client, key: str
) -> None:
    reply = supervisor.post("/simulations/start/", {"ready": key}, headers=JSON)

    assert reply.status_code == 201
    run = SimulationRun.objects.get(pk=reply.json()["id"])
    assert (run.scenario, run.replications) == (scenario_to(READY_MADE[key]), 20)
    assert reply.json()["url"] == f"/simulations/{run.id}/"
    assert (
        page(supervisor, f"/simulations/?from={key}&as=fields").count(
            '<details class="panel own" id="own" open>'
        )
        == 1
    )
    filled = supervisor.post("/simulations/start/", first_values(READY_MADE[key]), headers=JSON)
    assert filled.status_code == 201, filled.content
    again = scenario_from(SimulationRun.objects.get(pk=filled.json()["id"]).scenario)
    assert (again.mix, again.volume) == (READY_MADE[key].mix, READY_MADE[key].volume)
    assert [one.agents for one in again.groups] == [one.agents for one in READY_MADE[key].groups]
    assert [one.shifts for one in again.groups] == [one.shifts for one in READY_MADE[key].groups]


def test_json_is_taken_as_text_and_as_a_file(supervisor: Client) -> None:
    text = scenario_to_json(SMALL)
    for posted in (
        {"json": text, "replications": "2"},
        {"json": "", "json_file": SimpleUploadedFile("my.json", text.encode()), "replications": "2"},
    ):
        assert supervisor.post("/simulations/start/", posted).status_code == 302
    assert [scenario_from(run.scenario) for run in SimulationRun.objects.all()] == [SMALL, SMALL]


def test_a_csv_file_gives_the_calls(supervisor: Client) -> None:
    sheet = SimpleUploadedFile("day.csv", b"interval,calls\n1,40\n2,95\n3,80\n4,20\n")
    run = started(supervisor, file=sheet)

    assert run.scenario["calls"] == [40.0, 95.0, 80.0, 20.0]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"mix": "French"}, ">Callers</a>: entry 1: no agent can serve a caller who asks for French, Any"),
        ({"mix": "English, F, , x"}, ">Callers</a>: line 1, share: 'x' is not a number"),
        (
            {"groups": "A, 3, English, F\nB, many, English, F"},
            ">Agents</a>: line 2, agents: 'many' is not a whole number",
        ),
        (
            {"groups": "A, 20000, English, F"},
            ">Agents</a>: A, agents: 20,000 is not allowed; from 1 to 10,000 agents",
        ),
        ({"groups": "A, 3, English, F, , 8-9"}, ">Agents</a>: line 1, shifts: '8' is not a shift"),
        ({"hours": "200"}, "200 is not allowed; from 0.00278 to 168 hours"),
        ({"missed": "95"}, "95 is not allowed; from 0 to 90 %"),
        ({"hours": "two"}, "a number"),
        ({"handle_time": "0"}, ">Handle time, mean</a>: a number from 0.1 to 7,200 seconds"),
        ({"calls": "40\nx"}, ">Calls and chats per interval</a>: line 2: 'x' is not a number"),
        ({"calls": "1,5"}, ">Calls and chats per interval</a>: line 1: '1,5' is not a number"),
        ({"groups": "A, 3, English, F, , 8:00-9:00"}, "A, shift 1: it begins at 28800 seconds, and the run"),
        ({"calls": "40\n50"}, "2 intervals of 30 minutes are 3600 seconds"),
        (
            {"calls": "interval,calls\n1,40\n3,50"},
            ">Calls and chats per interval</a>: line 3, column interval: '3' is not",
        ),
        ({"calls": ""}, ">Calls and chats per interval</a>: a number is needed, or a CSV file"),
        (
            {"calls": "200000"},
            ">Calls and chats per interval</a>: 111.111111111 is not allowed; from 0 to 100 calls per second",
        ),
        ({"replications": "0"}, ">Replications</a>: 0 is not allowed; from 1 to 1,000 replications"),
        ({"seed": "x"}, "a whole number"),
        ({"warm_up": "120"}, ">Warm-up, not counted</a>: less than the length is allowed"),
        ({"target": "120"}, "120 is not allowed; from 1 to 100 %"),
        ({"name": ""}, "a name has 1 to 80 characters"),
    ],
)
def test_what_cannot_be_is_refused_with_field_and_limit_before_it_starts(
    supervisor: Client, wrong: dict[str, str], said: str
) -> None:
    text = refused(supervisor, **fields(**wrong))

    assert said in text
    assert "Nothing was started" in text
    assert 'aria-invalid="true"' in text
    assert 'id="own" open' in text


def test_errors_of_a_csv_file_name_line_and_column(supervisor: Client) -> None:
    sheet = SimpleUploadedFile("day.csv", b"interval,calls\n1,40\n2,many\n")
    assert "interval,calls</a>: line 3, column calls: 'many' is not allowed" in refused(
        supervisor, **fields(file=sheet)
    )
    head = SimpleUploadedFile("day.csv", b"time,calls\n1,40\n")
    assert "interval,calls</a>: line 1: the headers must be interval,calls, and are 'time,calls'" in refused(
        supervisor, **fields(file=head)
    )
    odd = SimpleUploadedFile("day.csv", b"\xff\xfe\x00")
    assert "interval,calls</a>: the file is not UTF-8 text" in refused(supervisor, **fields(file=odd))


def test_errors_of_json_keep_what_was_written(supervisor: Client) -> None:
    text = refused(supervisor, json='{"name": "Mine"', replications="3")
    assert "JSON: Expecting" in text
    assert "{&quot;name&quot;: &quot;Mine&quot;" in text
    assert "ready: choose one of published" in refused(supervisor, ready="none")
    assert "replications: 'x' is not allowed" in refused(supervisor, ready="monday", replications="x")
    reply = supervisor.post("/simulations/start/", {"json": "{}"}, headers=JSON)
    assert (reply.status_code, reply.json()["error"]) == (400, "name: is missing")


def test_while_the_table_is_away_nothing_starts_and_the_page_says_so(
    supervisor: Client, router: Router
) -> None:
    table_delete(router)
    reply = supervisor.post("/simulations/start/", {"ready": "monday"}, headers=JSON)
    table_create(router)

    assert reply.status_code == 503
    assert "There is no table yet" in reply.json()["error"]
    assert not SimulationRun.objects.exists()


ADDRESSES = [
    "",
    "state.json",
    "compare/",
    "a1/",
    "a1/state.json",
    "a1/report.csv",
    "a1/report.json",
    "a1/scenario.json",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_only_planners_may_look(operator: Client, address: str) -> None:
    reply = operator.get(f"/simulations/{address}")

    assert reply.status_code == 403
    assert "Only planners and supervisors may see or do this" in reply.content.decode()
    assert Client().get(f"/simulations/{address}").status_code in (302, 401)


@pytest.mark.parametrize("address", ["start/", "a1/stop/", "a1/again/"])
def test_only_planners_may_start_and_stop(operator: Client, supervisor: Client, address: str) -> None:
    assert operator.post(f"/simulations/{address}", {"ready": "monday"}).status_code == 403
    assert supervisor.get(f"/simulations/{address}").status_code == 405
    assert not SimulationRun.objects.exists()


def test_what_is_not_there_is_said_to_be_gone(supervisor: Client) -> None:
    for address in ("a1/", "a1/state.json", "a1/report.csv"):
        assert supervisor.get(f"/simulations/{address}").status_code == 404
    assert supervisor.post("/simulations/a1/stop/").status_code == 404
    assert "the oldest are deleted over time" in supervisor.get("/simulations/a1/").content.decode()
