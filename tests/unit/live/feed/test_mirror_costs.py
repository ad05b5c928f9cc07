"""Mirror: reads that lag and cost half take nothing back."""

import copy
from dataclasses import replace
from datetime import UTC

from live.feed.mirror import COMPARE_EACH, Mirror
from live.feed.named import NamedReader
from live.feed.work import Work
from live.figures.formulas import Measure
from routing import selectors
from routing.model.queues import QueueInfo
from routing.services import (
    call_accept,
    call_complete,
)
from tests.tables import LaggingTable
from tests.unit.live.centres import Centre
from tests.unit.live.feed.mirrors import NOTHING, heard, match, read_from_the_table, read_units


def test_it_reads_only_what_a_notice_names(centre: Centre, mirror: Mirror) -> None:
    for number in range(40):
        centre.agent_waits(f"a{number}")
    mirror.refresh(heard(centre))
    centre.call_waits()
    before = centre.router.table.meter.reading().read_units
    mirror.refresh(heard(centre))
    assert centre.router.table.meter.reading().read_units - before < 20


def test_a_change_costs_half_a_unit_for_each_item_that_is_as_new_as_its_notice(
    centre: Centre, mirror: Mirror
) -> None:
    centre.agent_waits()
    centre.call_waits()
    mirror.refresh(heard(centre))
    match(centre)
    work = heard(centre)
    assert (work.agents, work.calls, len(work.queues)) == ({"a1"}, {"c1"}, 3)

    assert read_units(centre, lambda: mirror.refresh(work)) == (2 + 3) * 0.5


def test_once_a_second_all_queues_are_compared(centre: Centre, mirror: Mirror) -> None:
    centre.agent_waits()
    centre.said.clear()
    centre.call_waits()
    shown = mirror.refresh(heard(centre))
    assert shown["agent_queues"] != read_from_the_table(centre)["agent_queues"], "its notice was lost"

    centre.now += COMPARE_EACH
    centre.call_waits("c2")
    mirror.refresh(heard(centre))
    assert mirror.is_unsure
    centre.call_waits("c3")
    assert mirror.refresh(heard(centre)) == read_from_the_table(centre)


def test_a_queue_seen_before_its_notice_is_not_read_twice(centre: Centre, mirror: Mirror) -> None:
    centre.call_waits()
    work = heard(centre)
    centre.call_waits("c2")
    mirror.refresh(work)
    late = heard(centre)

    assert read_units(centre, lambda: mirror.refresh(late)) == (1 + 1) * 0.5
    assert mirror.refresh(NOTHING) == read_from_the_table(centre)


def test_what_a_change_without_an_operation_names_is_read_for_sure(centre: Centre, mirror: Mirror) -> None:
    centre.agent_waits()
    mirror.refresh(heard(centre))
    work = heard(centre)
    work.add(Work({"a1"}))

    assert read_units(centre, lambda: mirror.refresh(work)) == 1 + 2


def test_an_item_that_lags_behind_its_notice_is_read_again(centre: Centre) -> None:
    table = LaggingTable(centre.router.table)
    mirror = Mirror(replace(centre.router, table=table), zone=UTC, measure=Measure())
    mirror.refresh(Work(everything=True))
    centre.agent_waits()
    centre.call_waits()
    mirror.refresh(heard(centre))

    call = match(centre)
    assert mirror.refresh(heard(centre)) == read_from_the_table(centre)
    call_accept(centre.router, call_id=call.call_id, agent_id="a1")
    assert mirror.refresh(heard(centre)) == read_from_the_table(centre)


def test_a_notice_that_comes_late_brings_nothing_older_back(centre: Centre) -> None:
    table = LaggingTable(centre.router.table)
    mirror = Mirror(replace(centre.router, table=table), zone=UTC, measure=Measure())
    mirror.refresh(Work(everything=True))
    centre.agent_waits()
    centre.call_waits()
    mirror.refresh(heard(centre))
    table.update()
    call = match(centre)
    late = heard(centre)
    mirror.refresh(copy.deepcopy(late))  # from now on the table lags here
    call_accept(centre.router, call_id=call.call_id, agent_id="a1")
    mirror.refresh(heard(centre))
    assert mirror.refresh(copy.deepcopy(late)) == read_from_the_table(centre)

    call_complete(centre.router, call_id=call.call_id)
    ended = mirror.refresh(heard(centre))

    assert ended["calls"] == {}
    assert mirror.refresh(late) == read_from_the_table(centre)


def test_a_look_without_news_costs_half(centre: Centre, mirror: Mirror) -> None:
    before = centre.router.table.meter.reading().read_units
    mirror.refresh(NOTHING)
    assert centre.router.table.meter.reading().read_units - before == 2 * 0.5


def test_looks_that_lag_take_nothing_back(centre: Centre) -> None:
    table = LaggingTable(centre.router.table)
    mirror = Mirror(replace(centre.router, table=table), zone=UTC, measure=Measure())
    mirror.refresh(Work(everything=True))
    mirror.refresh(NOTHING)
    mirror.survey()
    centre.agent_waits()
    centre.call_waits()
    shown = mirror.refresh(heard(centre))
    assert shown == read_from_the_table(centre)

    assert mirror.refresh(NOTHING) == shown
    assert mirror.refresh(mirror.compare(mirror.survey())) == shown

    table.update()
    assert mirror.refresh(NOTHING) == shown
    assert mirror.compare(mirror.survey()) == NOTHING


def test_a_queue_goes_back_to_no_version_that_was_shown_before(centre: Centre) -> None:
    table = LaggingTable(centre.router.table)
    reader = NamedReader(replace(centre.router, table=table), agent_version=zero, call_version=zero)
    centre.call_waits()
    (queue,) = (one.key for one in selectors.call_queue_infos(centre.router) if one.depth)
    (first,) = reader.read(heard(centre), [QueueInfo(queue, 0, 0)]).infos  # from now on the table lags here
    for one in ("c2", "c3"):
        centre.call_waits(one)
    (shown,) = (one for one in selectors.call_queue_infos(centre.router) if one.key == queue)

    (later,) = reader.read(Work(queues={str(queue)}), [shown]).infos

    assert (first.version, shown.version, later) == (1, 3, shown)


def zero(_one: str) -> int:
    return 0
