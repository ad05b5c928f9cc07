"""Reporting as the product runs it: commits of the router reach the sinks of the settings."""

import json
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management.base import CommandError
from pytest_django import Settings

from reporting import runtime, selectors
from routing import services
from routing.runtime import router
from tests.integration.routing.commands import manage, running, said
from tests.unit.reporting.events import an_event
from tests.waiting import wait_until

KEY = "W#Spanish#Any"


@pytest.fixture
def path(
    settings: Settings, redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """The file of the only sink; Redis may be slow here, since that is another test's matter."""
    assert redis_url
    monkeypatch.setattr(runtime, "TIMEOUT_SECONDS", 5.0)
    path = tmp_path / "events.jsonl"
    settings.REPORTING_SINKS = {"file": {"kind": "file", "path": str(path)}}
    runtime._producers.clear()
    yield path
    runtime._producers.clear()


def kinds(path: Path) -> list[str]:
    return [json.loads(line)["kind"] for line in path.read_text(encoding="utf-8").splitlines()]


def test_what_is_committed_waits_under_the_queue_of_its_call_and_is_drained(path: Path) -> None:
    runtime.report([an_event(1), an_event(2)])
    assert said("reporting_drain", "--once") == "file: 2 events delivered\n"

    assert kinds(path) == ["callQueued", "callQueued"]
    (account,) = selectors.overview().accounts
    assert (account.key, account.sink, account.delivered, account.unaccounted) == (KEY, "file", 2, 0)


def test_the_router_of_a_process_reports_what_it_commits(table: object, path: Path) -> None:
    assert table
    services.call_enqueue(router(), call_id="c1", language="Spanish", gender="Any")
    said("reporting_drain")

    assert kinds(path) == ["callQueued"]
    assert [one.key for one in selectors.overview().accounts] == [KEY]


def test_without_sinks_nothing_is_kept(settings: Settings, path: Path) -> None:
    settings.REPORTING_SINKS = {}
    runtime.report([an_event()])

    assert not path.exists()
    assert selectors.overview().accounts == []
    assert said("reporting_status") == "Nothing was reported yet.\n"


def test_the_status_shows_sinks_and_keys(path: Path) -> None:
    assert path
    runtime.report([an_event(1), an_event(2), an_event(3, queue="W#French#F")])

    status = said("reporting_status", "--keys").splitlines()
    assert status[0].split() == [
        *("sink", "keys", "produced", "delivered", "dropped", "expired", "waiting", "claimed"),
        *("per", "s", "oldest", "s"),
    ]
    assert status[1].split()[:8] == ["file", "2", "3", "0", "0", "0", "3", "0"]
    assert status[2] == "file: well; 0 batches returned, 0 leases expired"
    assert [line.split()[1:4] for line in status[5:]] == [["W#French#F", "cold", "1"], [KEY, "cold", "2"]]
    found = json.loads(said("reporting_status", "--json"))
    assert found["sinks"][0]["total"]["waiting"] == 3
    assert [one["produced"] for one in found["keys"]] == [1, 2]


def test_a_drain_says_which_sink_does_not_take_it(path: Path) -> None:
    path.mkdir()
    runtime.report([an_event()])

    with pytest.raises(CommandError, match=r"file: .*Is a directory"):
        said("reporting_drain", "--once")
    with pytest.raises(CommandError, match="there is no sink fax; there are file"):
        said("reporting_drain", "--sink", "fax")
    assert selectors.overview().accounts[0].waiting == 1


def test_the_process_delivers_until_it_is_told_to_stop(path: Path, settings: Settings) -> None:
    sinks = json.dumps(settings.REPORTING_SINKS)
    with running("report", REPORTING_SINKS=sinks) as process:
        runtime.report([an_event(1)])
        wait_until(path.exists, "the first is delivered")
        runtime.report([an_event(2)])
        wait_until(lambda: len(kinds(path)) == 2, "the second, too")
        process.send(signal.SIGTERM)
        process.wait(30)
        assert process.ending == "exit code 0"

    assert selectors.sink_report_list()[0].total.delivered == 2


def test_settings_that_cannot_be_used_end_a_command_with_one_line(path: Path) -> None:
    assert path
    ran = manage("reporting_status", REPORTING_SINKS='{"wfm": {"kind": "fax"}}')
    assert ran.code != 0
    assert "REPORTING_SINKS='wfm' cannot be used: kind: one of null, file" in ran.err


def test_a_redis_that_is_away_is_said_in_one_line(settings: Settings, path: Path) -> None:
    assert path
    settings.REDIS_URL = "redis://127.0.0.1:9/0"
    with pytest.raises(CommandError, match=r"Redis does not answer: .*refused"):
        said("reporting_status")
