"""Page of reporting: sinks and accounts, keys in order, access."""

import pytest
from django.test import Client
from pytest_django import Settings

from reporting import runtime
from reporting.buffers.batches import Lane
from reporting.buffers.in_redis import RedisBuffers
from tests.integration.dashboard.queues.test_places_queues import page_of, words_of
from tests.integration.dashboard.test_places_trail import rows
from tests.integration.reporting.stage import numbered

SPANISH, FRENCH = "W#Spanish#Any", "W#French#Any"
ADDRESS = "/reporting/"


@pytest.fixture
def buffers(settings: Settings, redis_url: str) -> RedisBuffers:
    """Those of the settings, for the sinks `bi` and `file`."""
    assert redis_url
    settings.REPORTING_SINKS = {"bi": {"kind": "null"}, "file": {"kind": "file"}}
    return runtime.buffers()


@pytest.fixture
def events(buffers: RedisBuffers) -> RedisBuffers:
    """Five events of one key, of which `bi` has had all, and one lost; two of another."""
    buffers.append("p", 1, {SPANISH: numbered(range(5))})
    batch = buffers.claim("bi", Lane.COLD)
    assert batch is not None
    buffers.finish("bi", batch, delivered=4)
    buffers.append("p", 2, {FRENCH: numbered(range(2))})
    return buffers


@pytest.mark.usefixtures("events")
def test_each_sink_shows_how_it_is_and_that_its_accounts_add_up(supervisor: Client) -> None:
    text = words_of(page_of(supervisor, ADDRESS))

    assert "bi null Healthy" in text
    assert "Produced 7 Delivered 4 Dropped 0 Expired 1 Waiting 2 adds up Rate" in text
    assert "Produced 7 Delivered 0 Dropped 0 Expired 0 Waiting 7 adds up Rate" in text
    assert text.count("of 180 s") == 2
    assert text.count("Returned 0 batches Expired leases 0") == 2


def test_a_sink_that_takes_nothing_says_why_and_a_breaker_that_it_is_open(
    supervisor: Client, events: RedisBuffers
) -> None:
    events.note("bi", state="failing", error="bi.example answered 500", error_at="1", pause_ms="250")
    events.note("file", state="failing", error="the disk is full", error_at="1", pause_ms="8000")
    text = words_of(page_of(supervisor, ADDRESS))

    assert "bi null Failing" in text
    assert "The last batch was refused: bi.example answered 500. Retrying in a moment." in text
    assert "file Breaker open" in text
    assert "Not delivering: the disk is full. Next try in 8 s" in text


def test_a_sink_whose_events_grow_old_is_behind(supervisor: Client, buffers: RedisBuffers) -> None:
    now_ms = 1000 * int(buffers._client.time()[0])
    buffers.append("p", 1, {SPANISH: [b"%013d {}" % (now_ms - 50_000)]})
    text = words_of(page_of(supervisor, ADDRESS))

    assert text.count("Behind") == 2
    assert "events older than 180 s are not sent. Is the report process running?" in text


@pytest.mark.usefixtures("events")
@pytest.mark.parametrize(
    ("asked", "keys"),
    [
        ("", [(SPANISH, "file"), (FRENCH, "bi"), (FRENCH, "file"), (SPANISH, "bi")]),
        ("?q=french&sink=file", [(FRENCH, "file")]),
        ("?sort=produced", [(SPANISH, "bi"), (SPANISH, "file"), (FRENCH, "bi"), (FRENCH, "file")]),
        ("?sort=colour&sink=fax", [(SPANISH, "file"), (FRENCH, "bi"), (FRENCH, "file"), (SPANISH, "bi")]),
    ],
)
def test_the_address_orders_and_narrows_the_keys(
    supervisor: Client, asked: str, keys: list[tuple[str, str]]
) -> None:
    found = [tuple(row.split()[:2]) for row in rows(page_of(supervisor, f"{ADDRESS}{asked}"))]

    assert found == keys


def test_many_keys_have_pages_each_of_which_the_part_is_read_again_of(
    supervisor: Client, buffers: RedisBuffers
) -> None:
    for number in range(20):
        buffers.append("p", number + 1, {f"key{number:02}": numbered([1])})
    first = page_of(supervisor, f"{ADDRESS}?sink=file")
    second = page_of(supervisor, f"{ADDRESS}?page=2")
    part = supervisor.get(f"{ADDRESS}state.json?page=2", headers={"accept": "application/json"}).json()

    assert len(rows(first)) == 20
    assert "Pages of keys" not in first
    assert len(rows(second)) == 20
    assert "21\N{EN DASH}40 of 40" in words_of(second)
    assert '<a rel="prev" href="?">' in second
    assert [row.split()[0] for row in rows(part["html"])] == [row.split()[0] for row in rows(second)]


@pytest.mark.usefixtures("events")
def test_the_part_is_read_again_as_the_page_shows_it(supervisor: Client) -> None:
    answer = supervisor.get(f"{ADDRESS}state.json?q=french", headers={"accept": "application/json"}).json()

    assert len(rows(answer["html"])) == 2
    assert answer["at"].endswith("+00:00")


def test_without_sinks_it_says_how_to_set_one_up(supervisor: Client, settings: Settings) -> None:
    settings.REPORTING_SINKS = {}
    text = words_of(page_of(supervisor, ADDRESS))

    assert "No sink is set up" in text
    assert "REPORTING_SINKS=" in text


def test_without_redis_the_page_says_so(supervisor: Client, settings: Settings) -> None:
    settings.REPORTING_SINKS = {"file": {"kind": "file"}}
    settings.REDIS_URL = "redis://127.0.0.1:9/0"
    page, part = supervisor.get(ADDRESS), supervisor.get(f"{ADDRESS}state.json")

    assert (page.status_code, part.status_code) == (503, 503)
    assert "Redis does not answer" in words_of(page.text)
    assert "Redis does not answer" in part.json()["error"]


@pytest.mark.parametrize("address", [ADDRESS, f"{ADDRESS}state.json"])
def test_it_is_for_supervisors(operator: Client, client: Client, address: str) -> None:
    accept = {"accept": "application/json"}

    assert operator.get(address).status_code == 403
    assert client.get(address, headers=accept).status_code == 401
