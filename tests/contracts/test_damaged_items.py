"""Damaged items: others go on, the audit names the item, a repair fixes it or says why not."""

from collections.abc import Iterator
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from dynamo.table import Table
from live.feed.mirror import Mirror
from live.feed.work import Work
from live.figures.formulas import Measure
from routing import services
from routing.dispatcher.dispatching import dispatch
from routing.exceptions import RoutingError
from routing.model.calls import CallStatus
from routing.model.events import EventKind
from routing.model.queues import AGENT_SIDE, CALL_SIDE
from routing.repair.audit import Finding, audit
from routing.repair.repairing import repair
from routing.router import Router
from routing.services.lease import Lease
from routing.storage import keys
from routing.storage.kinds import FORMS
from routing.storage.ticket_items import newest_in_use
from tests.builders import FakeClock, a_waiting_agent, a_waiting_call, as_call
from tests.centres import call_now, match_all
from tests.contracts.conftest import ENGINES
from tests.damaging import Damage, a_whole_centre, damages, examples, not_ours
from tests.memory.table import MemoryTable
from tests.thorough import covering, every

ALL = [*damages(), not_ours()]
# Engines are slower and keep the same contract: a sample with each kind in it.
FEW = ALL[::23]
OF_CHATS_ALONE = {"AgentID", "CallID", "Channel", "ChatID", "Forced", "GivenSlots", "Held", "Slots", "other"}
# The router adds to these numbers before it can know the items, so the refusal must name them.
NAMED_BY_REFUSAL = ("agent-Version_['x',_1]", "chat_call_queue_info-QueueVersionId_''")


def is_there_and_wrong(damage: Damage) -> bool:
    """Missing attributes are also covered by the declarations of items and a few cases on the engine; most
    attributes of chats are those of calls.
    """
    named = damage.what.split()[0]
    return named != "without" and (not damage.is_of_chat or named in OF_CHATS_ALONE)


def with_difference(row: Any) -> Any:
    """The row; DynamoDB Local refuses what is no number without a name, so nobody can go on."""
    (damage,) = row.values
    unnamed = pytest.mark.differs("refuses the request without naming the action")
    return pytest.param(damage, marks=[*row.marks, *([unnamed] if str(damage) in NAMED_BY_REFUSAL else [])])


def test_there_is_an_example_of_every_kind() -> None:
    assert examples(a_whole_centre()).keys() == {form.name for form in FORMS}


def test_the_centre_is_sound() -> None:
    assert audit(a_whole_centre()) == []


@pytest.mark.parametrize("damage", covering(ALL, is_there_and_wrong), ids=str)
def test_everybody_else_goes_on_and_it_is_named_and_mended(damage: Damage) -> None:
    go_through(damage, MemoryTable())


@pytest.mark.parametrize("absent_table", ENGINES, indirect=True)
@pytest.mark.parametrize("damage", [with_difference(row) for row in every(2, FEW)], ids=str)
def test_it_is_so_on_engines(damage: Damage, either_table: Table) -> None:
    go_through(damage, either_table)


def go_through(damage: Damage, table: Table) -> None:
    """Damages a centre, runs operations, and repairs it."""
    clock = FakeClock()
    router = a_whole_centre(table, clock=clock)
    damage.put(table)
    findings = audit(router)
    assert damage.is_named == bool(named(damage, findings)), findings

    the_board_shows_the_others(router)
    the_dispatcher_goes_on(router, clock)
    services_go_on(router, damage)
    clock.advance(600)
    services.sweep(router)
    services.commands_forget(router)

    repairs = [*repair(router, force=True)]
    left = audit(router)
    assert not [one for one in left if not one.remedy.startswith("not repaired")], (repairs, left)
    new_ones_are_matched(router)


def named(damage: Damage, findings: list[Finding]) -> list[Finding]:
    """The findings that speak of the damaged item by the rule that it breaks."""
    return [one for one in findings if one.rule == damage.rule and one.subject in damage.subject]


def the_board_shows_the_others(router: Router) -> None:
    mirror = Mirror(router, zone=ZoneInfo("UTC"), measure=Measure(router.policies))
    mirror.absorb(mirror.count())
    state = mirror.refresh(Work(everything=True))
    assert {"bea", "mia"} <= state["agents"].keys()
    assert "b1" in state["calls"]
    mirror.compare(mirror.survey())


def the_dispatcher_goes_on(router: Router, clock: FakeClock) -> None:
    """It leads within the time of two leases, and matches what fits."""

    def seconds() -> Iterator[set[EventKind]]:
        for _ in range(8):
            clock.advance(1)
            yield {EventKind.CALL_QUEUED}

    dispatch(router, Lease(router, "new"), seconds(), stopping=lambda: False)
    assert call_now(router, "b1").agent_id == "bea"


def services_go_on(router: Router, damage: Damage) -> None:
    as_call(services.call_accept(router, call_id="b1", agent_id="bea"))
    assert as_call(services.call_complete(router, call_id="b1")).status is CallStatus.COMPLETED
    if damage.key == keys.CALL_TICKETS and "Next" in damage.item and damage.form.flaws(damage.item):
        with pytest.raises(RoutingError, match=f"^{damage.subject}: .* cannot be read"):
            a_waiting_call(router, "late", language="English", gender="M")
    else:
        a_waiting_call(router, "late", language="English", gender="M")


def new_ones_are_matched(router: Router) -> None:
    """And get tickets beyond all that are in use."""
    newest = newest_in_use(router.table.scan())
    agent = a_waiting_agent(router, "new", languages=("English",), gender="M")
    call = a_waiting_call(router, "new", language="English", gender="M", priority=0)
    assert (agent.ticket or 0) > newest[AGENT_SIDE]
    assert (call.ticket or 0) > newest[CALL_SIDE]
    assert "new" in dict(match_all(router))
