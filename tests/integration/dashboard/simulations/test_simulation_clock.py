"""Simulations in real time on the pages: confirm, refuse, watch, stop; access."""

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from routing import runtime
from routing.router import Router
from simulation import run_records
from simulation.load.load_services import load_start
from simulation.models import LoadRun, SimulationRun
from simulation.states import Place, RunState
from tests.integration.dashboard.simulations.simulating import JSON, fields, page, started
from tests.trails import audit_trail

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("router")]


def live(client: Client, **more: object) -> SimulationRun:
    return started(client, clock="live", **more)


def test_the_form_starts_one_on_a_table_of_its_own(supervisor: Client) -> None:
    run = live(supervisor, speed="3")

    assert (run.place, run.state, run.is_cleared) == (Place.APART, RunState.QUEUED, False)
    assert run.scenario["speed"] == 3
    assert not LoadRun.objects.exists()
    text = page(supervisor, f"/simulations/{run.id}/")
    assert "In real time, on a separate table." in text
    assert "Starts as soon as a worker is free." in text


def test_by_program_it_is_started_watched_and_stopped(supervisor: Client, router: Router) -> None:
    reply = supervisor.post("/simulations/start/", {"ready": "published", "clock": "live"}, headers=JSON)
    assert reply.status_code == 201
    address = reply.json()["url"]
    state = supervisor.get(f"{address}state.json", headers=JSON).json()
    assert (state["state"], state["again_seconds"]) == ("queued", 1)

    assert supervisor.post(f"{address}stop/", headers=JSON).json()["state"] == "stopped"
    trail = audit_trail(router, runtime.now().date())
    told = sorted((line.by, line.kinds, line.origin) for line in trail)
    assert told == [
        ("mara", ("simulationStarted",), "127.0.0.1"),
        ("mara", ("simulationStopped",), "127.0.0.1"),
    ]
    assert "simulation stopped" in page(supervisor, "/trail/")


@pytest.mark.parametrize("typed", ["", "yes", "Callcenter "])
def test_the_deployments_table_wants_its_name_and_says_what_would_happen(
    supervisor: Client, typed: str
) -> None:
    posted = {"clock": "live", "on_the_deployment": "1", "confirm": typed}
    reply = supervisor.post("/simulations/start/", {"ready": "published", **posted}, headers=JSON)

    assert reply.status_code == 400
    assert (
        "simulated agents would be added to the deployment's own table, among real ones"
        in reply.json()["error"]
    )
    assert runtime.table_name() in reply.json()["error"]
    assert not SimulationRun.objects.exists()
    form = supervisor.post("/simulations/start/", fields(**posted))
    assert form.status_code == 400


def test_with_its_name_it_is_played_there_and_the_board_tells(supervisor: Client) -> None:
    run = live(supervisor, on_the_deployment="1", confirm=runtime.table_name())

    assert run.place == Place.DEPLOYMENT
    state = supervisor.get("/load/", headers=JSON).json()
    assert (state["state"], state["simulation"]) == ("simulation", run.id)
    reply = supervisor.post("/load/start/", {"rate": "1", "agents": "1"}, headers=JSON)
    assert (reply.status_code, run.id in reply.json()["error"]) == (409, True)
    assert supervisor.post("/load/stop/", headers=JSON).json()["state"] == "simulation"


def test_nobody_plays_there_without_the_permission_for_loads(client: Client) -> None:
    user = User.objects.create_user("rita")
    user.user_permissions.set(Permission.objects.filter(codename__in=["supervise", "view_board"]))
    client.force_login(user)
    posted = {
        "ready": "published",
        "clock": "live",
        "on_the_deployment": "1",
        "confirm": runtime.table_name(),
    }

    assert client.post("/simulations/start/", posted).status_code == 403
    assert not SimulationRun.objects.exists()


def test_a_second_one_is_refused_with_a_link_to_the_first(supervisor: Client) -> None:
    first = live(supervisor)

    reply = supervisor.post("/simulations/start/", {"ready": "published", "clock": "live"}, headers=JSON)
    assert reply.status_code == 409
    assert reply.json()["url"] == f"/simulations/{first.id}/"
    form = supervisor.post("/simulations/start/", fields(clock="live"))
    assert form.status_code == 409
    assert f'<a href="/simulations/{first.id}/">Show what is still running</a>' in form.content.decode()
    assert started(supervisor).place == Place.VIRTUAL


def test_beside_a_load_the_link_leads_to_the_board(supervisor: Client, router: Router) -> None:
    load_start(rate=1, agents=1, by="sue", router=router)

    posted = {
        "ready": "published",
        "clock": "live",
        "on_the_deployment": "1",
        "confirm": runtime.table_name(),
    }
    reply = supervisor.post("/simulations/start/", posted, headers=JSON)
    assert (reply.status_code, reply.json()["url"]) == (409, "/")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"speed": "fast"}, "speed: a number, or nothing"),
        ({"speed": "101"}, "speed: 101 is not allowed; from 0.1 to 100 times real time"),
        ({"clock": "slow"}, "clock: "),
    ],
)
def test_what_is_wrong_with_the_clock_is_named(supervisor: Client, wrong: dict[str, str], says: str) -> None:
    posted = {"ready": "published", "clock": "live", **wrong}
    reply = supervisor.post("/simulations/start/", posted, headers=JSON)

    assert reply.status_code == 400
    assert reply.json()["error"].startswith(says)
    text = supervisor.post("/simulations/start/", fields(**{"clock": "live", **wrong})).content.decode()
    assert "Nothing was started." in text


def test_while_it_is_played_the_page_has_its_figures_and_tells_when_its_worker_is_lost(
    supervisor: Client,
) -> None:
    run, now = live(supervisor), runtime.now()
    assert run_records.claim(run, owner="ann", now=now)
    run_records.renew(run, owner="ann", now=now, begins_at=now, expected_calls=120)
    facts = {
        "arrived": 30,
        "total": 120,
        "elapsed_seconds": 15.0,
        "rate": 2.0,
        "target_rate": 2.1,
        "remaining_seconds": 45.0,
        "refused": 0,
        "errors": 1,
        "conflicts": 3,
        "error": "",
    }
    run_records.beat(run, owner="ann", arrived=30, facts=facts, now=now)
    text = page(supervisor, f"/simulations/{run.id}/")

    assert "Calls are arriving." in text
    for word, value, note in (
        ("calls", "30", "of 120 planned"),
        ("calls a second", "2.0", "target 2.1"),
        ("ends in", "0:45", ""),
        ("errors", "1", ""),
        ("conflicts", "3", ""),
    ):
        assert f'<div data-live="{word}">' in text
        assert f'<dd class="number">{value}</dd><dd class="bounds">{note}' in text
    assert "25 %" in text
    SimulationRun.objects.update(heard_at=now.replace(year=now.year - 1))
    assert "Worker lost" in page(supervisor, f"/simulations/{run.id}/")


def test_played_again_it_is_in_real_time_again_but_never_on_the_deployment_unasked(
    supervisor: Client,
) -> None:
    run = live(supervisor)
    supervisor.post(f"/simulations/{run.id}/stop/")
    supervisor.post(f"/simulations/{run.id}/again/")
    fresh = SimulationRun.objects.exclude(pk=run.pk).get()
    assert fresh.place == Place.APART
    supervisor.post(f"/simulations/{fresh.id}/stop/")
    SimulationRun.objects.filter(pk=run.pk).update(place=Place.DEPLOYMENT)
    assert supervisor.post(f"/simulations/{run.id}/again/", headers=JSON).status_code == 400
    assert "Run again" not in page(supervisor, f"/simulations/{run.id}/")
