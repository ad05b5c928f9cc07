"""Chats in simulations: fields of the form, and the part of the report about answers and slots."""

import pytest
from django.test import Client

from dashboard.simulations.simulation_form import first_values
from simulation.models import SimulationRun
from simulation.scenarios import READY_MADE, scenario_from
from tests.integration.dashboard.simulations.simulating import fields, page, play_all, started

pytestmark = pytest.mark.usefixtures("router")

CHATS = READY_MADE["chats"]


def asked(**more: object) -> dict[str, object]:
    return fields(**{**first_values(CHATS), "replications": 2, **more})


def test_the_form_plays_chats_and_the_report_has_answers_and_slots(supervisor: Client) -> None:
    run = started(supervisor, **asked())
    assert scenario_from(run.scenario) == CHATS

    play_all()

    text = page(supervisor, f"/simulations/{run.id}/")
    assert "First response" in text
    rows = text.partition(">Results of the same chats")[2].partition("</table>")[0]
    assert [f'class="number">{slots}</th>' in rows for slots in range(1, 8)] == [True] * 6 + [False]
    run.refresh_from_db()
    assert run.report is not None
    assert len(run.report["by_slots"]) == 6
    assert "replications; the figures above cover all" not in text
    run.report["replications"] = 200
    run.save()
    longer = page(supervisor, f"/simulations/{run.id}/")
    assert "Each row covers the first 10 of 200 replications; the figures above cover all." in longer


def test_without_chats_a_report_says_nothing_of_them(supervisor: Client) -> None:
    run = started(supervisor)
    play_all()
    assert "First response" not in page(supervisor, f"/simulations/{run.id}/")


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("reply_time", "", "a number is needed, since some customers write"),
        ("per_chat", "0", "from 1 to 100 messages"),
        ("reply_patience", "9000", "from 0.1 to 7,200 seconds"),
        ("think_time", "soon", "a number, or nothing"),
    ],
)
def test_a_wrong_field_is_named(supervisor: Client, field: str, value: str, said: str) -> None:
    reply = supervisor.post("/simulations/start/", asked(**{field: value}))

    assert reply.status_code == 400
    assert not SimulationRun.objects.exists()
    error = reply.content.decode().partition(f'id="{field}-error">')[2].partition("</p>")[0]
    assert said in error
