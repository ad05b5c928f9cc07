"""Errors of commands: one clear line, exit code 1, no traceback."""

import pytest
from django.core.management.base import CommandError
from pytest_django import Settings

from bench.ports import free_port
from dynamo.aws_table import DynamoTable
from routing import runtime, services
from routing.router import Router
from routing.runtime import router as make_router
from tests.integration.routing.commands import from_shell, impatient, manage, said
from tests.unit.routing.repair.damages import DAMAGES

COMMANDS = (
    ("seed_agents",),
    ("queue_available_agents",),
    ("assign_agent", "Q#Spanish#M"),
    ("reset_agents",),
    ("show_queues",),
    ("call", "show", "c1"),
    ("call", "enqueue", "--language", "Spanish"),
    ("agent", "choose", "ana", "ready"),
    ("dead_letters",),
    ("sweep",),
    ("audit",),
    ("delete_table", "--yes"),
)


@pytest.fixture
def router(table: DynamoTable) -> Router:
    assert table.exists()
    router = make_router()
    services.table_create(router)
    return router


def wrong(*command: str) -> str:
    """The line a command ends with."""
    with pytest.raises(CommandError) as raised:
        said(*command)
    assert raised.value.returncode == 1
    line = str(raised.value)
    assert "\n" not in line
    return line


@pytest.mark.parametrize("queue", ["", "Spanish", "Q#Spanish", "Q#Spanish#M#Sales", "X#Spanish#M"])
def test_a_bad_queue_key(router: Router, queue: str) -> None:
    assert router.table.exists()
    expected = "expected Q#<language>#<gender> or W#<language>#<gender or Any>"
    assert wrong("assign_agent", queue) == f"queue: {queue!r} is no queue key; {expected}"


def test_a_queue_of_the_other_side_or_of_unknown_skills(router: Router) -> None:
    assert router.table.exists()
    assert wrong("assign_agent", "W#Spanish#M") == (
        "queue: 'W#Spanish#M' is a call queue; expected an agent queue, Q#…"
    )
    assert wrong("assign_agent", "Q#Klingon#M") == (
        "language: 'Klingon' is not allowed; choose one of English, French, Spanish"
    )
    assert wrong("assign_agent", "Q#Spanish#Any") == "gender: 'Any' is not allowed; choose one of F, M, T"


@pytest.mark.parametrize("count", ["0", "-3", "10001"])
def test_a_count_out_of_range(router: Router, count: str) -> None:
    assert wrong("seed_agents", "--count", count) == f"count: {count} is not allowed; from 1 to 10000"
    assert services.agents_reset(router) == []


def test_an_agent_in_more_than_46_queues(router: Router, settings: Settings) -> None:
    assert router.table.exists()
    settings.SKILLS_LANGUAGES = ("English",)
    settings.SKILLS_TOPICS = tuple(f"Topic {number}" for number in range(49))
    runtime.forget()

    # Of fifty made-up agents some know all topics; luck is fixed, so that it is the same ones each time.
    assert wrong("seed_agents", "--count", "500", "--seed", "1").endswith(
        "an agent can wait in at most 46, since an offer by hand writes two items per queue and seven more, "
        "and a transaction holds 100"
    )


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_missing_table(router: Router, command: tuple[str, ...]) -> None:
    router.table.delete()
    try:
        line = wrong(*command)
    finally:
        router.table.create()
    assert line == (f"Table {router.table.name} does not exist. Make it with: python manage.py create_table")


@pytest.mark.parametrize("command", [*COMMANDS, ("create_table",)], ids=" ".join)
def test_an_engine_that_is_away(
    router: Router, settings: Settings, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert router.table.exists()
    monkeypatch.setattr(runtime, "Retry", impatient)
    endpoint = f"http://127.0.0.1:{free_port()}"
    settings.DYNAMODB = {**settings.DYNAMODB, "endpoint_url": endpoint}
    runtime.forget()

    assert wrong(*command) == f"DynamoDB at {endpoint} does not answer."


def test_a_setting_that_cannot_be_used(router: Router) -> None:
    assert router.table.exists()
    ran = manage("show_queues", MATCHING_STRATEGY="clever")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.strip() == (
        "error: MATCHING_STRATEGY='clever' cannot be used: choose one of batched, published"
    )


def test_from_the_shell_it_is_one_line_on_standard_error_and_exit_code_1(router: Router) -> None:
    assert router.table.exists()

    bad_key = from_shell("assign_agent", "Spanish")
    away = from_shell("audit", DYNAMODB_ENDPOINT_URL=f"http://127.0.0.1:{free_port()}")
    sound = from_shell("audit")

    assert (bad_key.code, bad_key.out) == (1, "")
    assert bad_key.err.startswith("CommandError: queue: 'Spanish' is no queue key;")
    assert bad_key.err.count("\n") == 1
    assert (away.code, away.out) == (1, "")
    assert away.err.startswith("CommandError: DynamoDB at http://127.0.0.1:")
    assert away.err.count("\n") == 1
    assert (sound.code, sound.out, sound.err) == (0, "The table is sound.\n", "")


def test_a_broken_table_ends_the_audit_with_1(router: Router) -> None:
    DAMAGES["a depth too high"].spoils(router)
    ran = manage("audit")
    assert (ran.code, ran.out.splitlines()[-1], ran.err) == (1, "1 broken.", "")
