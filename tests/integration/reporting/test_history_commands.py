"""History as the product keeps it: command, beat tasks, sink."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from django.conf import settings as product
from django.core.management.base import CommandError
from pytest_django import Settings

from callcenter.celery import app
from reporting import runtime, tasks
from reporting.history.keeping import calls_record, filled_since
from reporting.models import CallRecord
from reporting.sinks.history_sink import HistorySink
from reporting.sinks.opening import open_sink
from reporting.sinks.specs import read_sinks
from routing import runtime as routing_runtime
from routing import services
from routing.runtime import forget, router
from tests.builders import a_waiting_call
from tests.integration.routing.commands import impatient, said

pytestmark = pytest.mark.django_db
AGO = {"written": 6, "lost": 5, "missed": 3, "today": 0}  # days


@pytest.fixture
def gone(table: object, redis_url: str) -> str:
    """A caller who hung up just now."""
    assert table
    assert redis_url
    a_waiting_call(router(), "gone")
    services.call_abandon(router(), call_id="gone")
    return "gone"


def recorded() -> list[str]:
    return [*CallRecord.objects.order_by("call_id").values_list("call_id", flat=True)]


def test_a_day_is_reconciled_and_says_what_it_found(gone: str) -> None:
    today = CallRecord(ended_at=router().clock()).ended_at.date().isoformat()

    assert said("reporting_reconcile", "--day", today) == (
        f"{today}: 1 calls ended, 1 records were missing or different\n"
    )
    assert recorded() == [gone]
    assert said("reporting_reconcile", "--day", today).endswith(", 0 records were missing or different\n")


def test_a_day_that_cannot_be_is_refused_in_one_line() -> None:
    today = datetime.now(UTC).date()
    with pytest.raises(CommandError, match=r"day: a day such as \d{4}-\d\d-\d\d is needed, not 'x'"):
        said("reporting_reconcile", "--day", "x")
    with pytest.raises(CommandError, match=f"day: at most today, {today}"):
        said("reporting_reconcile", "--day", (today + timedelta(days=2)).isoformat())


def test_a_table_that_is_away_is_said_in_one_line(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DYNAMODB = {**settings.DYNAMODB, "endpoint_url": "http://127.0.0.1:9"}
    monkeypatch.setattr(routing_runtime, "Retry", impatient)
    forget()
    with pytest.raises(CommandError, match="the table does not answer"):
        said("reporting_reconcile", "--day", datetime.now(UTC).date().isoformat())
    forget()


@pytest.mark.parametrize("task", [tasks.fill_hours, tasks.fill_days])
def test_beats_tasks_fill_the_gaps(gone: str, task: object) -> None:
    assert callable(task)
    task()

    assert recorded() == [gone]


@pytest.mark.usefixtures("table", "redis_url")
def test_days_on_which_the_database_was_away_are_filled_back_to_the_newest_record() -> None:
    then = {name: datetime.now(UTC) - timedelta(days=days) for name, days in AGO.items()}
    for name, at in then.items():
        past = replace(router(), clock=partial(datetime.fromtimestamp, at.timestamp(), UTC))
        a_waiting_call(past, name)
        services.call_abandon(past, call_id=name)
    calls_record(router(), ["written"])
    tasks.fill_days()

    assert recorded() == ["lost", "missed", "today", "written"]
    assert filled_since(datetime.now(UTC) + timedelta(days=40)) > then["today"], "30 days back at most"


def test_beat_knows_the_tasks() -> None:
    app.loader.import_default_modules()
    wanted = {one["task"] for one in product.CELERY_BEAT_SCHEDULE.values()}

    assert {"reporting.fill_hours", "reporting.fill_days"} <= wanted <= app.tasks.keys()


def test_the_sink_of_the_settings_writes_what_the_router_commits(
    table: object, redis_url: str, settings: Settings
) -> None:
    assert table
    assert redis_url
    settings.REPORTING_SINKS = {"history": {"kind": "history"}}
    runtime._producers.clear()
    a_waiting_call(router(), "gone")
    services.call_abandon(router(), call_id="gone")
    said("reporting_drain", "--once")
    runtime._producers.clear()

    assert recorded() == ["gone"]
    spec = read_sinks(settings.REPORTING_SINKS, lease_seconds=30)["history"]
    assert isinstance(open_sink("history", spec, folder=settings.DATA_DIR), HistorySink)
