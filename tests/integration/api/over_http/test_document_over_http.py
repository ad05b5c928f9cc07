"""The API over HTTP, on the real engine: what its document allows and forbids, made up by schemathesis."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from api.access.scopes import Scope
from tests.browser.prepared import prepare
from tests.browser.site import Site, site_start
from tests.forked import ran
from tests.integration.api.conftest import V1
from tests.running import RunningEngine, RunningRedis
from tests.thorough import is_exhaustive

PROGRAM = Path(sys.executable).with_name("schemathesis")
CONFIG = Path(__file__).with_name("schemathesis.toml")
NO_LIMIT = ("API_PROGRAM_PER_MINUTE", "API_ADDRESS_PER_MINUTE")
# The stream of events never ends.
USUAL = ("--phases", "fuzzing", "--max-examples", "4", "--exclude-path", f"{V1}/events")
ALL = ("--phases", "fuzzing,coverage", "--max-examples", "60", "--exclude-path", f"{V1}/events")
# What the configuration of schemathesis names.
BEFORE: list[tuple[str, str, dict[str, Any]]] = [
    *(
        ("PUT", f"/agents/{agent}", {"version": 0, "name": agent, "gender": "F", "languages": ["English"]})
        for agent in ("a1", "a2", "a3")
    ),
    *(("POST", "/users", {"name": name, "role": "agent"}) for name in ("u1", "u2")),
    ("POST", "/agents/a1/choose", {"choice": "ready"}),
    ("POST", "/agents/a1/slots", {"slots": 2}),
    *(("POST", "/calls", {"call": call, "language": "English"}) for call in ("c1", "c2", "c3", "c4")),
    ("POST", "/groups", {"chat": "g1", "title": "Group"}),
    ("POST", "/chats", {"chat": "s1", "scene": "service", "contact": "contact:k1"}),
    ("POST", "/chats/g1/messages", {"client_id": "m1", "base": 0, "body": "Hello"}),
]


@pytest.fixture(scope="module")
def site(
    engine: RunningEngine,
    redis_server: RunningRedis,
    tmp_path_factory: pytest.TempPathFactory,
    worker_id: str,
) -> Iterator[Site]:
    with pytest.MonkeyPatch.context() as patch:
        for name in NO_LIMIT:
            patch.setenv(name, "10000000")
        prepared = prepare(tmp_path_factory, worker_id)
        site = site_start(tmp_path_factory.mktemp("site"), prepared, engine, redis_server)
    yield site
    site.stop()


@pytest.fixture(scope="module")
def token(site: Site) -> str:
    command(site, "create_table")
    return command(site, "api_token", "all", "--scopes", ",".join(Scope))


def command(site: Site, *words: str) -> str:
    done = ran(
        "manage.py", *words, environ=site.processes["web"].program.environ or {}, folder=settings.BASE_DIR
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def send(site: Site, token: str, method: str, address: str, body: dict[str, Any]) -> None:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    with closing(HTTPConnection("127.0.0.1", site.port, timeout=60)) as connection:
        connection.request(method, f"{V1}{address}", json.dumps(body), headers)
        response = connection.getresponse()
        assert response.status < 300, (address, response.read())


def test_every_answer_is_as_the_document_says(site: Site, token: str, tmp_path: Path) -> None:
    for method, address, body in BEFORE:
        send(site, token, method, address, body)
    document, amount = f"{site.address}{V1}/openapi.json", ALL if is_exhaustive() else USUAL
    words = ("run", document, "--header", f"Authorization: Bearer {token}", "--no-color", *amount)
    done = subprocess.run(
        [PROGRAM, "--config-file", CONFIG, *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout
    log = site.processes["web"].program.log.read_text(encoding="utf-8")
    assert "Traceback" not in log, log
