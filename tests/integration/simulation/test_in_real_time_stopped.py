"""Run in real time in its own process, ended by a signal."""

import json
import signal
from pathlib import Path

import pytest
from django.conf import settings

from dynamo.aws_table import DynamoTable
from dynamo.client import connect
from routing import runtime
from routing.services import table_create
from simulation.durations import Exponential
from simulation.scenarios import scenario_to_json
from tests.conftest import ACCESS
from tests.integration.routing.commands import manage, running
from tests.thorough import every
from tests.unit.simulation.sittings import ten_agents
from tests.waiting import wait_until


def tables_of_simulations(table: DynamoTable) -> list[str]:
    """The names of the tables that simulations have beside this one."""
    client = connect(
        endpoint_url=str(settings.DYNAMODB["endpoint_url"]),
        region=ACCESS["region"],
        access_key=ACCESS["access_key"],
        secret_key=ACCESS["secret_key"],
    )
    names = client.list_tables()["TableNames"]
    client.close()
    return [name for name in names if name.startswith(f"{table.name}-simulation-")]


@pytest.mark.usefixtures("redis_url")
@pytest.mark.parametrize("number", every(2, [signal.SIGTERM, signal.SIGINT]))
def test_a_signal_ends_its_calls_deletes_its_table_and_still_reports(
    table: DynamoTable, tmp_path: Path, number: signal.Signals
) -> None:
    environ = {"DATA_DIR": str(tmp_path)}
    table_create(runtime.router())
    assert manage("migrate", "--verbosity", "0", **environ).code == 0
    path = tmp_path / "long.json"
    path.write_text(scenario_to_json(ten_agents(length_seconds=3_600, handle_time=Exponential(60))))
    with running("simulate", str(path), "--json", **environ) as process:
        wait_until(lambda: tables_of_simulations(table), "the run has its table", seconds=60)
        process.send(number)
        out = process.wait(90)

    assert process.ending == "exit code 0", out
    facts = json.loads(out[out.index("{") :])["in_real_time"]
    assert facts["was_stopped"]
    assert facts["is_clean"]
    assert tables_of_simulations(table) == []
