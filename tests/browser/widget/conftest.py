"""Widget tests: the product with the scenes of a host site, for one module each."""

import json
from collections.abc import Iterator

import pytest

from dynamo.aws_table import DynamoTable
from dynamo.client import connect
from dynamo.retry import Retry
from tests.browser.prepared import Prepared
from tests.browser.site import Site, site_start
from tests.browser.widget.host import CLOSED, REFUSING, SCENE, SECRET, Host, host_running
from tests.running import RunningEngine, RunningRedis

NEVER_OPEN = {"hours": {"mon": []}, "closed_text": "We are back in spring."}


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    with host_running() as running:
        yield running


@pytest.fixture(scope="module")
def site(
    host: Host,
    prepared: Prepared,
    engine: RunningEngine,
    redis_server: RunningRedis,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Site]:
    """The product, with a scene whose pages are those of the host site."""
    scene = {"origins": [host.address], "secret": SECRET, "site": "cars", "title": "Cars"}
    closed = {**scene, **NEVER_OPEN}
    scenes = {SCENE: scene, CLOSED: closed, REFUSING: {**closed, "when_closed": "refuse"}}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCENES", json.dumps(scenes))
        patch.setenv("MESSAGES_PER_SECOND", "1000")
        patch.setenv("CARD_SERVICES", json.dumps({"visit": {"secret": SECRET}}))
        running = site_start(tmp_path_factory.mktemp("site"), prepared, engine, redis_server)
    client = connect(
        endpoint_url=engine.endpoint_url, region="eu-central-1", access_key="local", secret_key="local"
    )
    name = f"{running.router.table.name}-messages"
    DynamoTable(client, name, retry=Retry(), tokens=False).create(expires="ExpiresAt")
    host.site = running.address
    yield running
    running.stop()
