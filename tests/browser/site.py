"""Site: real engine, real Redis, and the processes web, feed and dispatcher."""

import http.client
import os
import signal
import sys
import uuid
from collections.abc import Collection
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from redis import Redis

from bench.ports import free_port
from dynamo.aws_table import DynamoTable
from dynamo.client import connect
from dynamo.retry import Retry
from localservices.ports import LOOPBACK
from localservices.programs import Program
from routing import services
from routing.model.policies import Policies, QueuePolicy
from routing.model.skills import Skills
from routing.notices.over_redis import Publisher
from routing.router import Router
from tests.browser.prepared import SECRETS, Prepared
from tests.forked import Forked
from tests.running import RunningEngine, RunningRedis
from tests.waiting import wait_until

PYTHON = sys.executable
# On a busy machine a call must ring, and be written up, for longer than a test needs to look at it.
RING_SECONDS, WRAP_UP_SECONDS = 90, 120
UVICORN = [
    "--lifespan",
    "off",
    "--no-access-log",
    "--log-level",
    "warning",
    "--ws-per-message-deflate",
    "false",
    "--ws-max-size",
    "65536",
]


@dataclass
class Site:
    """A running product. `router` is the test's access to its table; the processes get its events."""

    port: int
    router: Router
    processes: dict[str, Forked]

    @property
    def address(self) -> str:
        """Where a browser finds it."""
        return f"http://{LOOPBACK}:{self.port}"

    def kill(self, name: str) -> None:
        """As `kill -9`."""
        self.processes[name].kill()

    def restart(self, name: str) -> None:
        """Starts a killed process again."""
        self.processes[name] = Forked(self.processes[name].program)

    def freeze(self, name: str) -> None:
        """Stops a process at any point."""
        os.kill(self.processes[name].pid, signal.SIGSTOP)

    def thaw(self, name: str) -> None:
        """Lets a frozen process go on."""
        os.kill(self.processes[name].pid, signal.SIGCONT)

    def stop(self) -> None:
        """Ends everything."""
        for process in self.processes.values():
            process.kill()


def site_start(
    folder: Path,
    prepared: Prepared,
    engine: RunningEngine,
    redis: RunningRedis,
    *,
    without: Collection[str] = (),
) -> Site:
    """Starts the product with its own empty table, and returns once it answers."""
    with Redis.from_url(redis.url) as client:
        client.flushall()
    port, table = free_port(), f"browser-{uuid.uuid4().hex}"
    environ = _environ(folder, engine, redis, table)
    prepared.copied_to(folder)
    router = _router(engine, redis, table)
    services.table_create(router)
    commands = {
        "web": ["-m", "uvicorn", "callcenter.asgi:application", "--port", str(port), *UVICORN],
        "feed": ["manage.py", "feed"],
        "dispatcher": ["manage.py", "dispatch"],
    }
    programs = [
        Program(name, (PYTHON, *words), folder / f"{name}.log", environ=environ, folder=settings.BASE_DIR)
        for name, words in commands.items()
        if name not in without
    ]
    processes = {program.name: Forked(program) for program in programs}
    wait_until(lambda: _answers(port), "the web process answers", seconds=60)
    return Site(port, router, processes)


def _environ(folder: Path, engine: RunningEngine, redis: RunningRedis, table: str) -> dict[str, str]:
    return {
        **os.environ,
        **SECRETS,
        "DATA_DIR": str(folder),
        "DYNAMODB_ENDPOINT_URL": engine.endpoint_url,
        "DYNAMODB_TABLE": table,
        "REDIS_URL": redis.url,
        "PYTHONUNBUFFERED": "1",
        "RING_SECONDS": str(RING_SECONDS),
        "WRAP_UP_SECONDS": str(WRAP_UP_SECONDS),
    }


def _answers(port: int) -> bool:
    with closing(http.client.HTTPConnection(LOOPBACK, port, timeout=2)) as connection:
        try:
            connection.request("GET", "/health/")
            return connection.getresponse().status == http.client.OK
        except OSError:
            return False


def _router(engine: RunningEngine, redis: RunningRedis, table: str) -> Router:
    client = connect(
        endpoint_url=engine.endpoint_url, region="eu-central-1", access_key="local", secret_key="local"
    )
    return Router(
        table=DynamoTable(client, table, retry=Retry(), tokens=False),
        skills=Skills(settings.SKILLS_LANGUAGES, settings.SKILLS_GENDERS, settings.SKILLS_TOPICS),
        clock=lambda: datetime.now(UTC),
        new_id=lambda: uuid.uuid4().hex,
        emit=Publisher(redis.url, settings.CHANGES_CHANNEL).publish,
        policies=Policies(default=QueuePolicy(ring_seconds=RING_SECONDS, wrap_up_seconds=WRAP_UP_SECONDS)),
    )
