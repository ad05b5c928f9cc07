"""Site of the board benchmark: engine, Redis, feed, one web process, signed-in users."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import redis

from bench.centre.engine import ROOT, running, temporary_folder
from bench.centre.live_centre import LiveCentre, Through, environ_of, live_centre, quiet_centre, straight
from bench.ports import free_port
from live.feed.lease import KEY
from localservices.child import Child
from localservices.demo.processes import web_answers
from localservices.ports import LOOPBACK
from localservices.programs import Program, procfile_read


@dataclass(frozen=True)
class BoardSite:
    """Addresses of its parts, session keys, and the environment of other processes."""

    centre: LiveCentre
    port: int
    web_pid: int
    sessions: tuple[str, ...]
    environ: dict[str, str]

    @property
    def address(self) -> str:
        """Its address for a browser."""
        return f"http://{LOOPBACK}:{self.port}"

    def process(self, name: str) -> AbstractContextManager[Child]:
        """One more process of the Procfile, until the end of the block."""
        folder = Path(self.environ["DATA_DIR"])
        return running(_program(self.centre, name, self.environ, folder, is_healthy=lambda: True))


@contextmanager
def board_site(
    filled: Path,
    *,
    sessions: int,
    through: Through = straight,
    more: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[BoardSite]:
    """A site on a copy of a filled table; feed, dispatcher and web process are ready, and end with the block.

    `more` is set in the environment of its processes.
    Raises RuntimeError if the front end has not been built, TimeoutError.
    """
    if not (ROOT / "static" / "build" / "board.js").exists():
        raise RuntimeError("the front end has not been built: run `make setup`")
    with temporary_folder() as folder, live_centre(filled, through=through) as centre:
        environ = {**_environ(centre, folder), **more}
        keys = _sessions(environ, sessions)
        redis = environ["REDIS_URL"]
        feed = _program(centre, "feed", environ, folder, is_healthy=lambda: _feed_leads(redis))
        with running(feed), _web(centre, environ, folder) as process:
            yield BoardSite(centre, int(environ["PORT"]), process.pid, keys, environ)


@contextmanager
def web_alone(filled: Path, *, more: Mapping[str, str]) -> Iterator[BoardSite]:
    """A site with engine, Redis and one web process, and nothing else."""
    with temporary_folder() as folder, quiet_centre(filled) as centre:
        environ = {**_environ(centre, folder), **more}
        keys = _sessions(environ, 1)
        with _web(centre, environ, folder) as process:
            yield BoardSite(centre, int(environ["PORT"]), process.pid, keys, environ)


def _web(centre: LiveCentre, environ: dict[str, str], folder: Path) -> AbstractContextManager[Child]:
    port = int(environ["PORT"])
    return running(_program(centre, "web", environ, folder, is_healthy=lambda: web_answers(port)))


def _environ(centre: LiveCentre, folder: Path) -> dict[str, str]:
    programs = Path(sys.executable).parent  # not resolved: where a virtual environment has its programs
    return {
        **environ_of(centre, folder),
        "DJANGO_SETTINGS_MODULE": "bench.board.settings",
        "PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "HOST": LOOPBACK,
        "PORT": str(free_port()),
        "LOG_LEVEL": "WARNING",
    }


def _sessions(environ: dict[str, str], count: int) -> tuple[str, ...]:
    command = [sys.executable, "-m", "bench.board.sessions", str(count)]
    done = subprocess.run(  # noqa: S603 - a command of this package
        command, env=environ, cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"nobody could be signed in: {done.stderr.strip()}")
    return tuple(json.loads(done.stdout))


def _program(
    centre: LiveCentre, name: str, environ: dict[str, str], folder: Path, *, is_healthy: Callable[[], bool]
) -> Program:
    return Program(
        f"the {name} process",
        ("/bin/sh", "-c", f"exec {procfile_read(ROOT / 'Procfile')[name]}"),
        folder / f"{name}.log",
        is_healthy=is_healthy,
        environ={**environ, "DYNAMODB_ENDPOINT_URL": centre.endpoint_of(name)},
        folder=ROOT,
    )


def _feed_leads(url: str) -> bool:
    with redis.Redis.from_url(url) as client:
        return bool(client.exists(KEY))
