"""Simulations started and played through the pages."""

from dataclasses import replace

from django.test import Client

from dashboard.simulations.simulation_form import first_values
from routing import runtime
from simulation.background.virtual_player import Player
from simulation.models import SimulationRun
from simulation.scenarios import READY_MADE

SMALL = replace(READY_MADE["one-queue"], length_seconds=7_200, warm_up_seconds=1_200)
JSON = {"accept": "application/json"}


def fields(**more: object) -> dict[str, object]:
    return {**first_values(SMALL), "replications": 3, **more}


def started(client: Client, **more: object) -> SimulationRun:
    reply = client.post("/simulations/start/", fields(**more))
    assert reply.status_code == 302, reply.content.decode()
    return SimulationRun.objects.get(pk=reply.headers["location"].split("/")[-2])


def play_all() -> None:
    while Player("ann", runtime.now).play_next():
        pass


def page(client: Client, address: str) -> str:
    reply = client.get(address)
    assert reply.status_code == 200
    return reply.content.decode()
