"""Sweeps past unreadable items, stale index entries, and more than one sweep can take."""

import logging
from collections.abc import Iterable
from dataclasses import replace

import pytest

from dynamo.items import INDEX_PK, INDEX_SK, Attributes, Key
from dynamo.table import Table
from routing import services
from routing.model.agents import AgentStatus
from routing.model.calls import CallStatus
from routing.services import sweeping
from routing.storage import call_items, keys
from routing.storage.attributes import to_text
from tests.builders import NOON, a_call, a_waiting_agent, a_waiting_call, unique_id
from tests.centres import a_call_in, agent_now, call_now
from tests.contracts.call_life import Life, a_life
from tests.contracts.filling import stored
from tests.contracts.sweeps.due import DUE, RINGING, everything_due, told_once
from tests.tables import PassingTable

DUE_NOW = {INDEX_PK: keys.DUE_GROUPS[0], INDEX_SK: to_text(NOON)}


@pytest.fixture
def life(either_table: Table) -> Life:
    return everything_due(either_table)


def spoil(table: Table, key: Key, **attributes: object) -> None:
    """Changes or creates an item without any check; it keeps its index key."""
    stored(table, key, **{**(table.get(key) or {}), **attributes})


# --- what nobody can read


@pytest.mark.parametrize(
    "wrong",
    [
        {"CallStatus": "dancing"},
        {"StatusSince": None},
        {"CreatedAt": "yesterday"},
        {"DueAt": "2026-11-21T12:00:00"},
        {"Steps": ["F", "M"]},
        {"Steps": [{"Gender": "F", "Seconds": None}]},
        {"History": ["long"]},
        {"History": [{"Kind": "callQueued"}]},
    ],
    ids=str,
)
def test_a_call_that_cannot_be_read_is_named_in_the_log_and_passed_over(
    life: Life, caplog: pytest.LogCaptureFixture, wrong: dict[str, object]
) -> None:
    odd = f"odd-{unique_id()}"
    created = call_items.call_item(a_call(odd, until=NOON))
    stored(life.router.table, keys.call_key(odd), **{**created, **DUE_NOW, **wrong})

    with caplog.at_level(logging.ERROR):
        life.sweep()

    assert told_once(life)
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert f"Call#{odd}" in caplog.text
    assert life.sweep().changed == 0


def test_what_belongs_to_nobody_is_passed_over(life: Life) -> None:
    table = life.router.table
    stored(table, Key("Something", "else"), **DUE_NOW)
    spoil(table, keys.agent_key("writing"), AgentStatus="dancing")

    life.sweep()

    assert len(life.told) == len(DUE) - 1
    assert life.sweep().found == 2


def test_an_agent_that_cannot_be_read_lets_no_call_ring_for_ever(life: Life) -> None:
    spoil(life.router.table, keys.agent_key("agent-0"), AgentStatus="dancing")
    assert call_now(life.router, "ring-0").agent_id == "agent-0"
    before = life.router.table.get(keys.agent_key("agent-0"))

    for _ in range(2):
        life.sweep()
        assert [call_now(life.router, name).failures for name in RINGING] == [1, 1, 1]

    assert life.router.table.get(keys.agent_key("agent-0")) == before, "nobody guesses what it should be"


def test_what_cannot_be_read_is_looked_at_once_a_minute(life: Life) -> None:
    odd = keys.call_key(f"odd-{unique_id()}")
    stored(life.router.table, odd, **DUE_NOW, CallStatus="dancing")
    life.sweep()
    watched = ReadTable(life.router.table)
    router = replace(life.router, table=watched)

    for _ in range(50):
        services.sweep(router)
        life.clock.advance(1)
    assert odd not in watched.read

    life.clock.advance(11)
    services.sweep(router)
    assert watched.read.count(odd) == 1


class ReadTable(PassingTable):
    """Remembers which items were read by their keys."""

    def __init__(self, behind: Table) -> None:
        super().__init__(behind)
        self.read: list[Key] = []

    def get_many(self, keys: Iterable[Key], *, consistent: bool = True) -> dict[Key, Attributes]:
        wanted = [*keys]
        self.read += wanted
        return self.behind.get_many(wanted, consistent=consistent)


# --- what the index only remembers


class LaggingTable(PassingTable):
    """Answers the index as of its start."""

    def __init__(self, behind: Table) -> None:
        super().__init__(behind)
        self._held = {group: behind.pending(group) for group in keys.DUE_GROUPS}

    def pending(self, group: str, **_: object) -> list[Key]:
        return self._held[group]


def test_what_the_index_still_names_but_is_done_or_gone_is_left_alone(life: Life) -> None:
    lagging = replace(life.router, table=LaggingTable(life.router.table))
    life.sweep()
    told = len(life.told)

    swept = services.sweep(lagging)

    assert (swept.found > 0, swept.changed, len(life.told)) == (True, 0, told)


# --- more than one can take


def test_what_is_too_much_for_one_sweep_is_done_by_the_next(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "MOST_FOUND", 1)

    for _ in range(len(DUE)):
        life.sweep()

    assert told_once(life)


def test_many_who_ring_past_another_moment_do_not_hide_what_is_due(
    either_table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call that rings stays in the index where it stood as it waited, though nothing is to be done."""
    monkeypatch.setattr(sweeping, "MOST_FOUND", 1)
    life = a_life(either_table, promote_after_seconds=10, ring_seconds=60, wrap_up_seconds=30)
    a_call_in(life.router, CallStatus.COMPLETED, "done", agent_id="writing")
    for number in range(24):
        a_waiting_agent(life.router, f"a{number}")
        a_waiting_call(life.router, f"c{number}")
    assert len(services.match_once(life.router).matches) == 24

    assert life.sweep(after=30).changed == 1

    assert agent_now(life.router, "writing").status is AgentStatus.QUEUED
    assert {call_now(life.router, f"c{number}").status for number in range(24)} == {CallStatus.OFFERED}
