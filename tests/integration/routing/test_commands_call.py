"""`call`: each operation calls its service, prints the call's state, and refuses in one line."""

import re

import pytest

from dynamo.table import Table
from routing import services
from routing.model.calls import CallStatus
from routing.model.queues import call_queue
from routing.model.steps import Step
from routing.repair.audit import audit
from routing.router import Router
from routing.runtime import router as make_router
from tests.builders import a_waiting_agent, a_waiting_call, as_call
from tests.centres import a_call_in, call_now, in_line
from tests.integration.routing.commands import refused, said

ANYBODY = call_queue("Spanish", "Any")
WHY = ("--reason", "wrong number")


@pytest.fixture
def router(any_table: Table) -> Router:
    assert any_table.exists()
    router = make_router()
    services.table_create(router)
    return router


def test_a_call_is_created_and_then_queued_by_its_id(router: Router) -> None:
    said("call", "create", "--language", "Spanish", "--caller", "Leo Ruiz", "--id", "c1")
    assert call_now(router, "c1").status is CallStatus.CREATED

    printed = said("call", "enqueue", "--language", "Spanish", "--id", "c1", "--priority", "3")

    assert printed == "Call c1 is waiting in W#Spanish#Any, band 3, ticket 1; version 2.\n"
    assert call_now(router, "c1").caller == "Leo Ruiz"


def test_steps_are_written_with_gender_seconds_and_topic(router: Router) -> None:
    steps = ("--step", "F:25", "--step", "Any:40:Orders: new", "--step", "Any")
    said("call", "enqueue", "--language", "Spanish", "--topic", "Billing", "--id", "c1", *steps)

    assert call_now(router, "c1").steps == (
        Step("F", "Billing", 25),
        Step("Any", "Orders: new", 40),
        Step("Any", "Billing", 0),
    )
    assert "W#Spanish#F, topic Billing, step 1 of 3" in said("call", "show", "c1")


@pytest.mark.parametrize(
    ("steps", "line"),
    [
        (("F:soon",), "step: 'F:soon' is not allowed; write GENDER:SECONDS or GENDER:SECONDS:TOPIC"),
        (("F:5", "Any"), "steps 1 seconds: 5.0 is not allowed; more than the ring time of 20 seconds"),
        (("F:nan", "Any"), "steps 1 seconds: nan is not allowed; more than the ring time"),
        (("F:1e12", "Any"), "steps 1 seconds: 1000000000000.0 is not allowed; more than the ring time"),
        (("",), "gender: '' is not allowed; choose one of F, M, T, Any"),
        (("X:25", "Any"), "gender: 'X' is not allowed; choose one of F, M, T, Any"),
    ],
)
@pytest.mark.usefixtures("router")
def test_a_step_that_cannot_be_is_named(steps: tuple[str, ...], line: str) -> None:
    written = [word for step in steps for word in ("--step", step)]

    assert refused("call", "enqueue", "--language", "Spanish", *written).startswith(line)


@pytest.mark.usefixtures("router")
def test_gender_and_steps_are_not_named_together() -> None:
    line = refused("call", "enqueue", "--language", "Spanish", "--gender", "F", "--step", "F")

    assert line == "gender: 'F' is not allowed; the first step names it; leave it out"


def test_an_empty_gender_is_any(router: Router) -> None:
    said("call", "enqueue", "--language", "Spanish", "--id", "c1", "--gender", "")

    assert call_now(router, "c1").gender == "Any"


def test_a_preferred_agent_is_asked_first(router: Router) -> None:
    a_waiting_agent(router, "ana")
    said("call", "enqueue", "--language", "Spanish", "--id", "c1", "--preferred-agent", "ana")

    assert call_now(router, "c1").preferred_agent == "ana"
    assert re.search(r"Asks for +ana\n", said("call", "show", "c1"))


def test_peek_changes_nothing_and_offer_takes_that_call(router: Router) -> None:
    a_waiting_agent(router, "ana")
    assert said("call", "peek", "--agent", "ana") == "No matching call is waiting for ana.\n"
    assert said("call", "offer", "--agent", "ana") == "No matching call is waiting for ana.\n"
    a_waiting_call(router, "c1")

    assert said("call", "peek", "--agent", "ana").startswith(
        "Call c1 waits in W#Spanish#Any, band 5, ticket 1"
    )
    assert call_now(router, "c1").status is CallStatus.QUEUED
    assert said("call", "offer", "--agent", "ana") == "Call c1 goes to ana.\n"
    assert call_now(router, "c1").status is CallStatus.OFFERED


def test_an_offer_is_accepted_and_the_call_completed(router: Router) -> None:
    a_call_in(router, CallStatus.OFFERED, "c1")

    assert said("call", "accept", "c1", "--agent", "ana") == "Call c1 is in progress with ana; version 3.\n"
    assert said("call", "complete", "c1", "--wrap-up", "0") == "Call c1 is completed; version 4.\n"
    assert refused("call", "decline", "c1", "--agent", "ana") == (
        "Nothing was changed: call is completed, not offered to this agent"
    )


@pytest.mark.parametrize(
    ("before", "command", "after"),
    [
        (CallStatus.OFFERED, ("decline", "--agent", "ana"), CallStatus.QUEUED),
        (CallStatus.OFFERED, ("restore",), CallStatus.QUEUED),
        (CallStatus.OFFERED, ("abandon",), CallStatus.ABANDONED),
        (CallStatus.QUEUED, ("remove", *WHY), CallStatus.REMOVED),
        (CallStatus.QUEUED, ("dead-letter", *WHY), CallStatus.DEAD_LETTERED),
        (CallStatus.IN_PROGRESS, ("hand-back", *WHY), CallStatus.QUEUED),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else str(value),
)
def test_an_operation_brings_the_call_where_its_service_does(
    router: Router, before: CallStatus, command: tuple[str, ...], after: CallStatus
) -> None:
    a_call_in(router, before, "c1")
    operation, *rest = command

    said("call", operation, "c1", *rest)

    assert call_now(router, "c1").status is after
    assert audit(router) == []


def test_a_waiting_call_is_touched_and_moved_to_another_priority(router: Router) -> None:
    for name in ("c1", "c2", "c3"):
        a_waiting_call(router, name)
    said("call", "touch", "c1")
    assert in_line(router, ANYBODY) == ["c2", "c3", "c1"]

    assert "band 0" in said("call", "priority", "c3", "0")
    assert in_line(router, ANYBODY) == ["c3", "c2", "c1"]


def test_the_best_call_of_a_queue_is_dequeued(router: Router) -> None:
    assert said("call", "dequeue", "W#Spanish#Any") == "No call is waiting in W#Spanish#Any.\n"
    a_waiting_call(router, "c1")

    assert said("call", "dequeue", "W#Spanish#Any") == "Call c1 is completed; version 2.\n"
    assert refused("call", "dequeue", "Q#Spanish#F") == (
        "queue: 'Q#Spanish#F' is an agent queue; expected a call queue, W#…"
    )


def test_show_tells_the_whole_history_with_who_and_why(router: Router) -> None:
    a_call_in(router, CallStatus.OFFERED, "c1")
    said("call", "dead-letter", "c1", *WHY, "--by", "mara")

    lines = [re.split(r"\s{2,}", line.strip()) for line in said("call", "show", "c1").splitlines()]

    assert ["Call", "c1"] in lines
    assert ["Error", "wrong number"] in lines
    history = lines[lines.index(["When", "What", "Agent", "By", "Reason"]) + 1 :]
    assert [line[1:] for line in history] == [
        ["queued"],
        ["offered", "ana"],
        ["failed", "ana", "mara", "wrong number"],
    ]


@pytest.mark.parametrize("set_aside", [False, True], ids=["waiting", "set aside"])
def test_show_counts_unanswered_offers_and_prints_the_error_once(router: Router, *, set_aside: bool) -> None:
    a_call_in(router, CallStatus.OFFERED, "c1")
    said("call", "decline", "c1", "--agent", "ana")
    if set_aside:
        said("call", "dead-letter", "c1", *WHY)

    printed = said("call", "show", "c1").partition("\n\n")[0]

    assert re.search(r"^Unanswered +1$", printed, re.MULTILINE)
    assert re.findall(r"declined|wrong number", printed) == ["wrong number" if set_aside else "declined"]


def test_a_restored_dead_letter_stands_at_its_old_place_or_at_the_end(router: Router) -> None:
    for name in ("c1", "c2"):
        as_call(
            services.call_dead_letter(router, call_id=a_waiting_call(router, name).call_id, reason="late")
        )
    a_waiting_call(router, "c3")
    said("call", "restore", "c1", "--to-end")
    said("call", "restore", "c2", "--reason", "called again")

    assert in_line(router, ANYBODY) == ["c2", "c3", "c1"]
    assert call_now(router, "c2").notes[-1].reason == "called again"


def test_who_acts_on_an_old_version_changes_nothing(router: Router) -> None:
    a_waiting_call(router, "c1")

    assert refused("call", "touch", "c1", "--expected-version", "7") == (
        "Nothing was changed: call is at version 1, not 7"
    )
    assert call_now(router, "c1").version == 1


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (("show", "gone"), "call: there is no call 'gone'"),
        (("touch", "gone"), "call: there is no call 'gone'"),
        (("peek", "--agent", "gone"), "agent: there is no agent 'gone'"),
        (
            ("remove", "gone", "--reason", " "),
            "reason: ' ' is not allowed; give a reason of 1 to 60 characters",
        ),
        (("priority", "gone", "12"), "priority: 12 is not allowed; from 0 (first) to 9 (last)"),
    ],
)
@pytest.mark.usefixtures("router")
def test_what_cannot_be_is_one_line(command: tuple[str, ...], line: str) -> None:
    assert refused("call", *command) == line
