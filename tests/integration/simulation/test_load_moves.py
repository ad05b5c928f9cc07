"""Loads of earlier releases, after the update: one that runs goes on, one that ended is remembered."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from simulation.load import records
from simulation.load.load_plan import load_from
from simulation.load.load_services import LoadStatus, load_state
from simulation.people.callers import Wish
from tests.unit.simulation.worlds import NINE

pytestmark = pytest.mark.django_db(transaction=True)


BEFORE = [("simulation", "0005_load_staff")]


def migrated(to: list[tuple[str, str]] | None = None) -> Any:
    """The models after migrating, to the newest if not said."""
    executor = MigrationExecutor(connection)
    to = to or executor.loader.graph.leaf_nodes("simulation")
    executor.migrate(to)
    return executor.loader.project_state(to).apps


@pytest.mark.parametrize("stopped", [False, True])
def test_it_goes_on_where_it_was_or_hands_its_agents_to_the_next(stopped: bool) -> None:  # noqa: FBT001
    try:
        old = migrated(BEFORE).get_model("simulation", "LoadRun")
        old.objects.create(
            id="0badcafe",
            seed=3,
            rate=2.5,
            agents=4,
            wishes=[vars(Wish("English", "F", "", 2))],
            staff=["ana"],
            answer_seconds=1,
            talk_seconds=6,
            wrap_up_seconds=2,
            patience_seconds=30,
            started_at=NINE,
            lease_until=NINE,
            arrived=7,
            arrived_seconds=2.75,
            missed=1,
            ended_at=NINE + timedelta(hours=1) if stopped else None,
        )
    finally:
        migrated()

    state, run = load_state(now=NINE), records.live_run()
    if stopped:
        assert (state.state, run) == (LoadStatus.IDLE, None)
    else:
        assert run is not None
        assert (state.state, state.rate, state.arrived, state.missed) == (LoadStatus.RUNNING, 2.5, 7, 1)
        assert records.mark_of(run).seconds == 2.75
        assert load_from(run.scenario).wishes == (Wish("English", "F", "", 2),)
    assert records.staff_of_last_load() == {"ana"}
