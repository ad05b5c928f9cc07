"""`dead_letters`: lists, filters, restores what it listed and nothing else."""

import re

import pytest
from django.core.management.base import CommandError

from dynamo.table import Table
from routing import selectors, services
from routing.model.calls import Call, CallStatus
from routing.router import Router
from routing.runtime import router as make_router
from tests.builders import a_waiting_call, as_call
from tests.centres import call_now
from tests.integration.routing.commands import said


@pytest.fixture
def router(any_table: Table) -> Router:
    assert any_table.exists()
    router = make_router()
    services.table_create(router)
    return router


def a_dead_letter(router: Router, call_id: str, reason: str = "line is dead") -> Call:
    a_waiting_call(router, call_id, caller=call_id.upper())
    return as_call(services.call_dead_letter(router, call_id=call_id, reason=reason))


def test_without_any_it_says_so(router: Router) -> None:
    a_waiting_call(router, "c1")

    assert said("dead_letters") == "There are no dead letters.\n"


def test_it_lists_them_the_oldest_first(router: Router) -> None:
    a_dead_letter(router, "c1")
    a_dead_letter(router, "c2", "nobody speaks it")

    lines = [re.split(r"\s{2,}", line.strip()) for line in said("dead_letters").splitlines()]

    assert lines[0] == [
        "Call",
        "Caller",
        "Queue",
        "Offers",
        "Unanswered",
        "First failure",
        "Last failure",
        "Error",
    ]
    assert lines[1][:5] == ["c1", "C1", "W#Spanish#Any", "0", "0"]
    assert [line[-1] for line in lines[1:3]] == ["line is dead", "nobody speaks it"]
    assert lines[3] == ["2 dead letters."]


def test_only_those_with_the_reason_are_listed_and_restored(router: Router) -> None:
    a_dead_letter(router, "c1")
    a_dead_letter(router, "c2", "nobody speaks it")

    printed = said("dead_letters", "--reason", "nobody speaks it", "--restore-all", "--by", "mara")

    assert printed.splitlines()[-2:] == ["1 of 2 dead letters.", "1 restored."]
    assert call_now(router, "c1").status is CallStatus.DEAD_LETTERED
    restored = call_now(router, "c2")
    assert (restored.status, restored.notes[-1].by) == (CallStatus.QUEUED, "mara")


def test_who_changed_since_the_list_was_read_is_left_alone_and_named(
    router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = [a_dead_letter(router, "c1"), a_dead_letter(router, "c2")]
    as_call(services.call_remove(router, call_id="c1", reason="called again"))
    monkeypatch.setattr(selectors, "dead_letters", lambda _router: listed)

    with pytest.raises(CommandError, match=r"^1 were not restored\.$"):
        said("dead_letters", "--restore-all")

    assert call_now(router, "c1").status is CallStatus.REMOVED
    assert call_now(router, "c2").status is CallStatus.QUEUED


@pytest.mark.usefixtures("router")
def test_to_the_end_says_only_how_to_restore() -> None:
    with pytest.raises(CommandError, match=r"^--to-end only says how to --restore-all; name both$"):
        said("dead_letters", "--to-end")
