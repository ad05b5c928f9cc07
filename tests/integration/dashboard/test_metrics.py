"""Metrics for monitoring: Prometheus text and access."""

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from reporting import runtime
from reporting.buffers.batches import Lane
from tests.integration.reporting.stage import numbered

TOKEN = "a token of some length"
ROOT = "callcenter_reporting"
Samples = dict[tuple[str, ...], float]


@pytest.fixture
def events(settings: Settings, redis_url: str) -> None:
    """Of `bi`: three events delivered and two that wait, one of them under a key that needs escapes."""
    assert redis_url
    settings.REPORTING_SINKS = {"bi": {"kind": "null"}}
    buffers = runtime.buffers()
    buffers.append("p", 1, {"W#Spanish#Any": numbered(range(3))})
    batch = buffers.claim("bi", Lane.COLD)
    assert batch is not None
    buffers.finish("bi", batch, delivered=3)
    buffers.append("p", 2, {"W#Spanish#Any": numbered([4]), 'a "key"\\': numbered([5])})
    buffers.note("bi", state="failing", error="no", pause_ms="4000")


def samples(text: str) -> Samples:
    """The value of each sample, by its name and the values of its labels, the sink first."""
    return {
        (
            sample.name.removeprefix(f"{ROOT}_"),
            *(sample.labels[name] for name in ("sink", "key", "health") if name in sample.labels),
        ): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.mark.usefixtures("events")
def test_each_sink_has_its_accounts_and_how_it_is(supervisor: Client) -> None:
    answer = supervisor.get("/metrics")
    found = samples(answer.text)

    assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    assert found["up",] == 1
    assert found["fresh_seconds",] == 180
    counts = [found[name, "bi"] for name in ("produced_total", "delivered_total", "waiting", "claimed")]
    assert counts == [5, 3, 2, 0]
    assert found["dropped_total", "bi"] == found["expired_total", "bi"] == 0
    assert found["oldest_seconds", "bi"] > 0
    health = {key[2]: value for key, value in found.items() if key[0] == "health"}
    assert health == {"well": 0, "failing": 0, "open": 1, "behind": 0}
    assert not [key for key in found if key[0].startswith("key_")], "labels would explode"


@pytest.mark.usefixtures("events")
def test_single_keys_are_told_up_to_a_number(supervisor: Client, settings: Settings) -> None:
    settings.METRICS_KEYS = 1
    one = samples(supervisor.get("/metrics").text)
    settings.METRICS_KEYS = 9
    all_of_them = samples(supervisor.get("/metrics").text)

    assert {key[2] for key in one if key[0] == "key_waiting"} == {"W#Spanish#Any"}
    assert all_of_them["key_waiting", "bi", 'a "key"\\'] == 1


@pytest.mark.usefixtures("events")
@pytest.mark.parametrize(
    ("wanted", "sent", "status"),
    [
        (TOKEN, f"Bearer {TOKEN}", 200),
        (TOKEN, "Bearer another", 401),
        (TOKEN, TOKEN, 401),
        (TOKEN, "", 401),
        ("", "Bearer ", 401),
        ("", f"Bearer {TOKEN}", 401),
    ],
)
@pytest.mark.django_db
def test_a_program_needs_the_token_of_the_settings(
    client: Client, settings: Settings, wanted: str, sent: str, status: int
) -> None:
    settings.METRICS_TOKEN = wanted
    answer = client.get("/metrics", headers={"authorization": sent} if sent else {})

    assert answer.status_code == status
    assert (ROOT in answer.text) == (status == 200)


def test_of_the_people_only_supervisors_may_read_it(operator: Client, client: Client) -> None:
    assert operator.get("/metrics").status_code == 401
    assert client.get("/metrics").headers["WWW-Authenticate"].startswith("Bearer")
    assert client.post("/metrics").status_code == 405


def test_without_redis_it_says_that_nothing_is_known(supervisor: Client, settings: Settings) -> None:
    settings.REPORTING_SINKS = {"bi": {"kind": "null"}}
    settings.REDIS_URL = "redis://127.0.0.1:9/0"
    answer = supervisor.get("/metrics")

    assert (answer.status_code, samples(answer.text)) == (200, {("up",): 0})
