"""Live contact centre: engine, Redis and a real dispatcher process of its own."""

import os
import secrets
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from bench.centre.contact_centre import SKILLS, TABLE, router_on
from bench.centre.engine import ROOT, own_engine, running, temporary_folder
from bench.ports import free_port
from localservices.programs import Program
from localservices.redis_server import redis_binary, redis_program, redis_url
from routing.services.lease import lease_holder

CHANNEL = "callcenter:changes"
# Addresses of the engine by process name, for as long as the context lasts.
Through = Callable[[str], AbstractContextManager[Mapping[str, str]]]


@dataclass(frozen=True)
class LiveCentre:
    """Addresses of its parts; `endpoints` are the engine's for processes that reach it through a proxy."""

    endpoint: str
    redis_url: str
    endpoints: Mapping[str, str] = field(default_factory=dict)

    def endpoint_of(self, name: str) -> str:
        """The engine's address for the process of this name."""
        return self.endpoints.get(name, self.endpoint)


def straight(_endpoint: str) -> AbstractContextManager[Mapping[str, str]]:
    """No proxy for any process."""
    return nullcontext({})


@contextmanager
def live_centre(filled: Path, *, through: Through = straight) -> Iterator[LiveCentre]:
    """A centre on a copy of a filled table, with a leading dispatcher; all stops with the block."""
    with (
        temporary_folder() as folder,
        quiet_centre(filled, through=through) as centre,
        running(_dispatcher(centre, folder)),
    ):
        yield centre


@contextmanager
def quiet_centre(filled: Path, *, through: Through = straight) -> Iterator[LiveCentre]:
    """The same without a dispatcher: engine and Redis only."""
    with temporary_folder() as folder, own_engine(filled) as endpoint, through(endpoint) as endpoints:
        port, password, log = free_port(), secrets.token_hex(), folder / "redis.log"
        redis = redis_program(binary=redis_binary(), port=port, password=password, data=folder, log=log)
        with running(redis):
            yield LiveCentre(endpoint, redis_url(port, password), endpoints)


def environ_of(centre: LiveCentre, folder: Path, name: str = "") -> dict[str, str]:
    """The environment of a process of this centre, by its name, that keeps its own files in the folder."""
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "callcenter.settings",
        "DYNAMODB_ENDPOINT_URL": centre.endpoint_of(name),
        "DYNAMODB_TABLE": TABLE,
        "REDIS_URL": centre.redis_url,
        "LANGUAGES": ",".join(SKILLS.languages),
        "GENDERS": ",".join(SKILLS.genders),
        "DATA_DIR": str(folder),
        "SECRET_KEY": "for-one-benchmark".ljust(32, "-"),
    }


def _dispatcher(centre: LiveCentre, folder: Path) -> Program:
    router = router_on(centre.endpoint)
    return Program(
        "the dispatcher",
        (sys.executable, "manage.py", "dispatch"),
        folder / "dispatcher.log",
        is_healthy=lambda: lease_holder(router) is not None,
        environ=environ_of(centre, folder, "dispatcher"),
        folder=ROOT,
    )
