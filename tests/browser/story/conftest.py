"""Story of conversations: a site whose scene has a robot, a booking service and ratings; its messages."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings

from localservices.programs import Program
from messaging.cards.card_services import CardService
from messaging.cards.sweeping import cards_sweep
from tests.browser.desk.chatting import messenger_of
from tests.browser.prepared import Prepared
from tests.browser.site import Site, site_start
from tests.browser.story.stored import Store
from tests.browser.widget.host import SCENE, SECRET, Host, host_running
from tests.examples import example, serving
from tests.forked import Forked, ran
from tests.running import RunningEngine, RunningRedis


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    with host_running() as running:
        yield running


@pytest.fixture(scope="module")
def booking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the service that books visits."""
    bookings = tmp_path_factory.mktemp("bookings") / "bookings.sqlite3"
    with serving(example("booking/visits.py").made(SECRET, bookings)) as url:
        yield url


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the site keeps its data."""
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="module")
def host_of_site(host: Host, booking: str) -> Iterator[Host]:
    """The host, whose scene the processes of the site read when they start."""
    scene = {
        "origins": [host.address],
        "secret": SECRET,
        "site": "cars",
        "title": "Cars",
        "language": "Spanish",
        "robot": "clerk",
        "ask_rating": True,
    }
    service = {"url": booking, "secret": SECRET, "private_network": True}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCENES", json.dumps({SCENE: scene}))
        patch.setenv("CARD_SERVICES", json.dumps({"visit": service}))
        yield host


@pytest.fixture(scope="module")
def site(
    host_of_site: Host, folder: Path, prepared: Prepared, engine: RunningEngine, redis_server: RunningRedis
) -> Iterator[Site]:
    running = site_start(folder, prepared, engine, redis_server)
    host_of_site.site = running.address
    yield running
    running.stop()


@pytest.fixture(scope="module")
def store(site: Site, engine: RunningEngine, redis_server: RunningRedis) -> Store:
    return Store(messenger_of(site, engine, redis_server), site.router)


@pytest.fixture(scope="module")
def robot(site: Site, store: Store, folder: Path) -> Iterator[Forked]:  # noqa: ARG001 - first the tables
    """The robot of the examples, as the program that the scene names."""
    token = ran(
        "manage.py",
        *("api_token", "clerk", "--scopes", "messages"),
        environ=dict(site.processes["web"].program.environ or {}),
        folder=settings.BASE_DIR,
    )
    assert token.returncode == 0, token.stderr
    serves = {**os.environ, "CALLCENTER_URL": site.address, "CALLCENTER_TOKEN": token.stdout.strip()}
    command = (sys.executable, str(settings.BASE_DIR / "examples" / "robot.py"))
    running = Forked(Program("robot", command, folder / "robot.log", environ=serves, folder=folder))
    yield running
    running.kill()


@pytest.fixture
def is_asked(store: Store, booking: str) -> Callable[[], bool]:
    """Asks the booking service as the worker does every second; whether there was something to ask."""
    services = {"visit": CardService(SECRET, booking, private_network=True)}
    return lambda: cards_sweep(store.messages, services) > 0
