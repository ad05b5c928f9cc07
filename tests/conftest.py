"""Fixtures for all tests: the real engine, the real Redis, an empty table."""

import gc
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
import redis
from django.conf import settings as django_settings
from django.core.cache.backends.locmem import LocMemCache
from pytest_django import Settings
from xdist.scheduler import LoadFileScheduling

from routing import following
from routing.storage.passed_over import passed_over
from tests import dynamodb_local as second
from tests.running import RunningEngine, RunningRedis
from tests.thorough import EXHAUSTIVE, is_exhaustive, profile_load

if TYPE_CHECKING:
    from dynamo.aws_table import DynamoTable
    from dynamo.table import Table
    from tests.memory.table import MemoryTable

# Long tests begin first, so that the processes of a run end together.
FIRST = ("browser/", "concurrency/", "integration/bench/", "integration/localservices/", "properties/")
SERVERS = {"engine", "redis_server"}
ACCESS = {"region": "eu-central-1", "access_key": "local", "secret_key": "local"}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--exhaustive` and `--slow`."""
    parser.addoption(f"--{EXHAUSTIVE}", action="store_true", help="try everything that is generated")
    parser.addoption("--slow", action="store_true", help="browser tests with a slow network and processor")


def pytest_configure(config: pytest.Config) -> None:
    """Sets the number of examples of property tests; no garbage is looked for while tests are collected."""
    gc.disable()
    profile_load(exhaustive=config.getoption(EXHAUSTIVE))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Puts the kinds that take long in front and files that empty the database at the end.

    Names what needs servers, and leaves out what is exhaustive.
    """
    for item in items:
        if SERVERS.intersection(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.servers)
    if not config.getoption(EXHAUSTIVE):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker(EXHAUSTIVE)])
        items[:] = [item for item in items if not item.get_closest_marker(EXHAUSTIVE)]
    emptying = {item.path for item in items if _empties_the_database(item)}
    items.sort(key=lambda item: (_rank(item), item.path in emptying))


def _empties_the_database(item: pytest.Item) -> bool:
    """Whether a test leaves no row behind, also none of the migrations, which other tests need."""
    mark = item.get_closest_marker("django_db")
    return mark is not None and bool(mark.kwargs.get("transaction"))


def pytest_collection_finish() -> None:
    """Keeps the garbage collector from going through thousands of collected tests again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    gc.enable()


class ByFile(LoadFileScheduling):
    """Gives a process whole files, and one of them all tests on DynamoDB Local, which starts slowly."""

    def _split_scope(self, nodeid: str) -> str:
        return second.NAME if second.NAME in nodeid else super()._split_scope(nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFile | None:
    """Hands out tests of a run with `--dist loadfile`."""
    return ByFile(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says whether anything ran on DynamoDB Local."""
    if line := second.what_ran(terminalreporter.stats, second.missing()):
        terminalreporter.write_line(line, yellow=line.startswith("NOTHING"), bold=True)


def _rank(item: pytest.Item) -> int:
    place = item.nodeid.removeprefix("tests/")
    return next((rank for rank, name in enumerate(FIRST) if place.startswith(name)), len(FIRST))


@pytest.fixture(autouse=True)
def _nothing_passed_over() -> None:
    """Forgets unreadable items before each test."""
    passed_over._items.clear()
    passed_over._told.clear()


@pytest.fixture(autouse=True)
def _nothing_counted() -> None:
    """Forgets the requests and sign-ins of earlier tests, which a process counts by itself without Redis."""
    from api.conventions.rates import _ahead  # noqa: PLC0415 - needs the settings

    (server,) = django_settings.CACHES["default"]["LOCATION"]
    LocMemCache(server, {}).clear()
    _ahead.clear()


@pytest.fixture
def follows_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings of the table are looked at twenty times a second instead of once."""
    monkeypatch.setattr(following, "SECONDS", 0.05)


@pytest.fixture(scope="session")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningEngine]:
    """The embedded engine, one for the whole run; a test that kills it restarts it."""
    running = RunningEngine.in_folder(tmp_path_factory.mktemp("engine"))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def dynamodb_local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningEngine]:
    """DynamoDB Local, one for the whole run; without it the test is skipped or, where required, fails."""
    second.ensure_installed()
    running = second.RunningDynamoDBLocal.in_folder(tmp_path_factory.mktemp("dynamodb-local"))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningRedis]:
    """The Redis server, one for the whole run; a test that kills it restarts it."""
    running = RunningRedis.in_folder(tmp_path_factory.mktemp("redis"))
    yield running
    running.stop()


@pytest.fixture
def redis_url(redis_server: RunningRedis, settings: Settings) -> str:
    """An empty Redis; all settings that name one name it."""
    with redis.Redis.from_url(redis_server.url) as client:
        client.flushall()
    settings.REDIS_URL = settings.CELERY_BROKER_URL = redis_server.url
    board = settings.CHANNEL_LAYERS["default"]
    hosts = {**board["CONFIG"], "hosts": [redis_server.url]}
    settings.CHANNEL_LAYERS = {"default": {**board, "CONFIG": hosts}}
    return redis_server.url


@pytest.fixture
def table(engine: RunningEngine, settings: Settings) -> "Iterator[DynamoTable]":
    """An empty table for this test on the engine; the settings, the router and the messenger of the process
    use it, and the table of messages beside it, which a test makes that needs it.
    """
    from dynamo.aws_table import DynamoTable  # noqa: PLC0415 - as above
    from dynamo.client import connect  # noqa: PLC0415
    from dynamo.retry import Retry  # noqa: PLC0415
    from messaging.runtime import forget, messenger  # noqa: PLC0415
    from routing import runtime  # noqa: PLC0415

    name = f"test-{uuid4().hex}"
    settings.DYNAMODB = {"endpoint_url": engine.endpoint_url, "table": name, **ACCESS}
    runtime.forget()
    forget()
    client = connect(
        endpoint_url=engine.endpoint_url,
        region=ACCESS["region"],
        access_key=ACCESS["access_key"],
        secret_key=ACCESS["secret_key"],
    )
    made = DynamoTable(client, name, retry=Retry(), tokens=False)
    made.create()
    yield made
    made.delete()
    if messenger.cache_info().currsize:  # it may be on an engine that is away
        messages = DynamoTable(client, f"{name}-messages", retry=Retry())
        if messages.exists():
            messages.delete()
    client.close()
    runtime.forget()
    forget()


@pytest.fixture
def any_table(request: pytest.FixtureRequest) -> "Table":
    """A table for what is the same on every engine, as pages are: in memory, in exhaustive runs on one."""
    found: Table = request.getfixturevalue("table" if is_exhaustive() else "memory")
    return found


@pytest.fixture
def memory(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> "Iterator[MemoryTable]":
    """An empty table in memory for this test, which the router of the process uses; the messenger has its own
    beside it.
    """
    from messaging.runtime import forget  # noqa: PLC0415 - as above
    from tests.memory.table import MemoryTable  # noqa: PLC0415

    made = MemoryTable(f"test-{uuid4().hex}")
    tables = {made.name: made}

    def table_named(name: str, _retry: object = None) -> MemoryTable:
        return tables.get(name) or tables.setdefault(name, made.beside(name))

    for runtime in ("routing.runtime", "messaging.runtime"):
        monkeypatch.setattr(f"{runtime}.table_named", table_named)
    settings.DYNAMODB = {**settings.DYNAMODB, "table": made.name}
    forget()
    made.create()
    yield made
    forget()
