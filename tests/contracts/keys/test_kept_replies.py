"""Kept replies of requests under an idempotency key: one run at a time, another after a kill, one reply."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from dynamo.items import Attributes, Key
from dynamo.table import Table
from routing import services
from routing.exceptions import KeyReusedError
from routing.model.command import KEPT
from routing.repair.audit import audit
from routing.router import Router
from routing.services import Run, Running
from routing.services.keyed.replies import LONGEST_RUN
from routing.storage import keys
from tests.builders import FakeClock, a_router
from tests.contracts.keys.keyed import ONE, dequeue, keyed, two_wait
from tests.memory.table import MemoryTable
from tests.tables import ForgetfulTable, InterruptedTable, PassingTable

OTHER = replace(ONE, request="something else")
RUN_SECONDS = LONGEST_RUN.total_seconds()


class LosingTable(PassingTable):
    """Loses the first reply to each put and change, and sends it again."""

    def put_new(self, key: Key, attributes: Attributes) -> Attributes | None:
        super().put_new(key, attributes)
        return super().put_new(key, attributes)

    def change(self, *given: object, **named: object) -> None:
        super().change(*given, **named)  # type: ignore[arg-type]  # passed on
        super().change(*given, **named)  # type: ignore[arg-type]  # passed on


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def router(either_table: Table, clock: FakeClock) -> Router:
    return keyed(a_router(either_table, clock=clock))


def run_of(claimed: Run | Running | str) -> Run:
    assert isinstance(claimed, Run), claimed
    return claimed


def test_a_reply_is_kept_for_a_day_and_for_one_request(router: Router, clock: FakeClock) -> None:
    run = run_of(services.reply_claim(router))
    assert services.reply_claim(router) == Running()
    services.reply_keep(router, run, "done")
    services.reply_keep(router, run, "done")
    clock.advance(KEPT.total_seconds() - 1)

    assert services.reply_claim(router) == "done"
    with pytest.raises(KeyReusedError):
        services.reply_claim(keyed(router, OTHER))
    with pytest.raises(KeyReusedError):
        dequeue(keyed(router, replace(ONE, operation="queue-dequeue")))
    assert audit(router) == []
    clock.advance(1)
    assert run_of(services.reply_claim(keyed(router, OTHER))).command.request == OTHER.request
    services.reply_keep(router, run, "of the day before")
    assert services.reply_claim(keyed(router, OTHER)) == Running()
    clock.advance(KEPT.total_seconds())
    assert services.commands_forget(router) == 1


def test_a_run_without_a_reply_leaves_the_key_to_its_request(router: Router) -> None:
    services.reply_keep(router, run_of(services.reply_claim(router)), "")
    with pytest.raises(KeyReusedError):
        services.reply_claim(keyed(router, OTHER))
    services.reply_keep(router, run_of(services.reply_claim(router)), "done")

    assert services.reply_claim(router) == "done"


def test_a_killed_run_ends_by_itself_and_says_nothing_later(router: Router, clock: FakeClock) -> None:
    killed = run_of(services.reply_claim(router))
    clock.advance(RUN_SECONDS - 1)
    assert services.reply_claim(router) == Running()
    clock.advance(1)
    second = run_of(services.reply_claim(router))
    assert second.command == killed.command, "it expires with the first claim"
    services.reply_keep(router, killed, "late")
    assert services.reply_claim(router) == Running()
    services.reply_keep(router, second, "done")

    assert services.reply_claim(router) == "done"


def test_the_key_of_a_command_takes_no_other_request(router: Router) -> None:
    two_wait(replace(router, command=None))
    dequeue(router)

    with pytest.raises(KeyReusedError):
        services.reply_claim(keyed(router, replace(ONE, operation="chats")))


def test_what_was_erased_meanwhile_is_not_kept(router: Router) -> None:
    run = run_of(services.reply_claim(router))
    services.commands_forget(replace(router, clock=FakeClock(router.clock() + 2 * KEPT)))
    services.reply_keep(router, run, "done")

    assert router.table.get(keys.command_key(ONE.key)) is None


@pytest.mark.parametrize("table", [lambda: LosingTable(MemoryTable()), ForgetfulTable])
def test_lost_replies_leave_one_run_and_its_reply(table: Callable[[], Table], clock: FakeClock) -> None:
    found = table()
    router = keyed(a_router(found, clock=clock))
    services.reply_claim(router)
    clock.advance(RUN_SECONDS)
    run = run_of(services.reply_claim(router))
    assert services.reply_claim(router) == Running()
    services.reply_keep(router, run, "done")

    assert services.reply_claim(router) == "done"


@pytest.mark.parametrize("late", [0, RUN_SECONDS])
def test_of_two_at_once_one_runs(late: float, clock: FakeClock) -> None:
    behind = MemoryTable()
    router = keyed(a_router(behind, clock=clock))
    services.reply_claim(router) if late else None
    clock.advance(late)
    slow, first = InterruptedTable(behind), list[object]()
    between = slow.before_commits if late else slow.before_puts
    between.append(lambda: first.append(services.reply_claim(router)))

    assert services.reply_claim(replace(router, table=slow)) == Running()
    assert [type(one) for one in first] == [Run]
