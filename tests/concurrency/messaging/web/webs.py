"""Processes of a storm, on an engine whose replies get lost, each to be killed and started again."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from uuid import uuid4

import redis
from django.conf import settings

from api.access.customer_tokens import customer_signed
from bench.centre.contact_centre import SKILLS
from bench.messaging.message_site import FREELY
from bench.ports import free_port
from dynamo.aws_table import DynamoTable
from dynamo.client import connect
from dynamo.retry import Retry
from live.feed.lease import KEY as LEASE
from localservices.demo.processes import web_answers
from localservices.ports import LOOPBACK
from localservices.programs import Program, procfile_read
from messaging.messenger import Messenger
from messaging.model.parties import Party
from messaging.services import message_table_create, message_table_delete
from routing.runtime import now, router
from routing.services import table_create
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
    feed: RunningService | None

    def has_a_feed(self) -> bool:
        """Whether one leads; its lease ends with it."""
        with suppress(redis.RedisError), redis.Redis.from_url(self.redis.url) as client:
            return bool(client.exists(LEASE))
        return False


def token_of(party: Party) -> str:
    """The token of a customer."""
    return customer_signed(party.name, "service", is_named=True, at=now())[0]


@contextmanager
def a_centre(folder: Path, *, webs: int, seed: str, has_feed: bool) -> Iterator[Centre]:
    """Engine, Redis, web processes and perhaps a feed, all ended with the block."""
    random = Random(f"{seed}/proxy")  # noqa: S311 - a workload, no secret
    with ExitStack() as stack:
        engine, cache = (
            RunningEngine.in_folder(_made(folder / "engine")),
            RunningRedis.in_folder(_made(folder / "redis")),
        )
        stack.callback(engine.stop)
        stack.callback(cache.stop)
        proxy = stack.enter_context(FaultProxy(engine))
        proxy.always(lambda: _fault(random))
        name = f"storm-{uuid4().hex}"
        messenger = _messenger(engine.endpoint_url, name)
        message_table_create(messenger)
        stack.callback(message_table_delete, messenger)
        ports = tuple(free_port() for _ in range(webs))
        running = []
        for port in ports:
            environ = _environ(proxy.endpoint_url, name, cache.url, _made(folder / f"web-{port}"), port)
            web = _program("web", environ, folder, partial(web_answers, port))
            running.append(RunningService(web))
            stack.callback(running[-1].stop)
        feed = None
        if has_feed:
            table_create(replace(router(), table=_table(engine.endpoint_url, name)))
            feed = RunningService(_program("feed", environ, folder, lambda: True))
            stack.callback(feed.stop)
        yield Centre(engine, cache, tuple(running), ports, messenger, proxy, feed)


def _fault(random: Random) -> Fault | None:
    dice = random.random()
    if dice < LOST_REPLIES:
        return Fault.LOSE_REPLY
    return Fault.LOSE_REQUEST if dice < LOST_REPLIES + LOST_REQUESTS else None


def _messenger(endpoint: str, table: str) -> Messenger:
    store = _table(endpoint, f"{table}-messages")
    return messenger_on(store, store)


def _table(endpoint: str, name: str) -> DynamoTable:
    client = connect(endpoint_url=endpoint, region="eu-central-1", access_key="local", secret_key="local")
    return DynamoTable(client, name, retry=Retry(deadline_seconds=30), tokens=False)


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


def _program(name: str, environ: Mapping[str, str], folder: Path, is_healthy: Callable[[], bool]) -> Program:
    command = procfile_read(settings.BASE_DIR / "Procfile")[name]
    return Program(
        f"{name} {environ['PORT']}",
        ("/bin/sh", "-c", f"exec {command}"),
        folder / f"{name}-{environ['PORT']}.log",
        is_healthy=is_healthy,
        environ=environ,
        folder=settings.BASE_DIR,
    )
