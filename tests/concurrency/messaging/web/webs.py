"""Web processes of a storm, on an engine whose replies get lost, each to be killed and started again."""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from uuid import uuid4

from django.conf import settings

from api.access.customer_tokens import customer_signed
from bench.centre.contact_centre import SKILLS
from bench.messaging.message_site import FREELY
from bench.ports import free_port
from dynamo.aws_table import DynamoTable
from dynamo.client import connect
from dynamo.retry import Retry
from localservices.demo.processes import web_answers
from localservices.ports import LOOPBACK
from localservices.programs import Program, procfile_read
from messaging.messenger import Messenger
from messaging.model.parties import Party
from messaging.services import message_table_create, message_table_delete
from routing.runtime import now
from tests.concurrency.messaging.storm.process import messenger_on
from tests.faults.proxy import Fault, FaultProxy
from tests.running import RunningEngine, RunningRedis, RunningService

LOST_REPLIES, LOST_REQUESTS = 0.05, 0.03


@dataclass(frozen=True)
class Centre:
    """What a storm kills, and a messenger that nothing happens to."""

    engine: RunningEngine
    redis: RunningRedis
    webs: tuple[RunningService, ...]
    ports: tuple[int, ...]
    messenger: Messenger
    proxy: FaultProxy


def token_of(party: Party) -> str:
    """The token of a customer."""
    return customer_signed(party.name, "service", is_named=True, at=now())[0]


@contextmanager
def a_centre(folder: Path, *, webs: int, seed: str) -> Iterator[Centre]:
    """Engine, Redis and web processes, all ended with the block."""
    random = Random(f"{seed}/proxy")  # noqa: S311 - a workload, no secret
    with ExitStack() as stack:
        engine, redis = (
            RunningEngine.in_folder(_made(folder / "engine")),
            RunningRedis.in_folder(_made(folder / "redis")),
        )
        stack.callback(engine.stop)
        stack.callback(redis.stop)
        proxy = stack.enter_context(FaultProxy(engine))
        proxy.always(lambda: _fault(random))
        name = f"storm-{uuid4().hex}"
        messenger = _messenger(engine.endpoint_url, name)
        message_table_create(messenger)
        stack.callback(message_table_delete, messenger)
        ports = tuple(free_port() for _ in range(webs))
        running = []
        for port in ports:
            environ = _environ(proxy.endpoint_url, name, redis.url, _made(folder / f"web-{port}"), port)
            running.append(RunningService(_web(environ, port, folder)))
            stack.callback(running[-1].stop)
        yield Centre(engine, redis, tuple(running), ports, messenger, proxy)


def _fault(random: Random) -> Fault | None:
    dice = random.random()
    if dice < LOST_REPLIES:
        return Fault.LOSE_REPLY
    return Fault.LOSE_REQUEST if dice < LOST_REPLIES + LOST_REQUESTS else None


def _messenger(endpoint: str, table: str) -> Messenger:
    client = connect(endpoint_url=endpoint, region="eu-central-1", access_key="local", secret_key="local")
    store = DynamoTable(client, f"{table}-messages", retry=Retry(deadline_seconds=30), tokens=False)
    return messenger_on(store, store)


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder


def _environ(endpoint: str, table: str, redis_url: str, folder: Path, port: int) -> Mapping[str, str]:
    programs = Path(sys.executable).parent
    return {
        **os.environ,
        **FREELY,
        "DJANGO_SETTINGS_MODULE": "callcenter.settings",
        "DYNAMODB_ENDPOINT_URL": endpoint,
        "DYNAMODB_TABLE": table,
        "REDIS_URL": redis_url,
        "LANGUAGES": ",".join(SKILLS.languages),
        "GENDERS": ",".join(SKILLS.genders),
        "DATA_DIR": str(folder),
        "SECRET_KEY": settings.SECRET_KEY,
        "PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "HOST": LOOPBACK,
        "PORT": str(port),
        "LOG_LEVEL": "ERROR",
    }


def _web(environ: Mapping[str, str], port: int, folder: Path) -> Program:
    command = procfile_read(settings.BASE_DIR / "Procfile")["web"]
    return Program(
        f"web process {port}",
        ("/bin/sh", "-c", f"exec {command}"),
        folder / f"web-{port}.log",
        is_healthy=lambda: web_answers(port),
        environ=environ,
        folder=settings.BASE_DIR,
    )
