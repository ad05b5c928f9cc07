"""Work from a notice: what to read; an unreadable notice means everything."""

import pytest

from live.feed.work import Work, work_of
from routing.model.events import Event, EventKind
from routing.notices.over_redis import encode
from tests.unit.live.centres import NOON


def test_it_reads_what_the_core_publishes() -> None:
    notice = encode(
        [
            Event(EventKind.CALL_OFFERED, NOON, "a1", "c1", ("Q#Spanish#M", "W#Spanish#Any")),
            Event(EventKind.AGENT_STATUS_CHANGED, NOON, "a2"),
        ]
    )
    assert work_of(notice) == Work({"a1", "a2"}, {"c1"}, {"Q#Spanish#M", "W#Spanish#Any"})


@pytest.mark.parametrize("notice", ["", "{", "3", "null", '["c1"]', "[{}]", '[{"agent_id": "a1"}]'])
def test_it_takes_nonsense_for_anything_may_have_changed(notice: str) -> None:
    assert work_of(notice) == Work(everything=True)


def test_work_adds_up() -> None:
    work = Work({"a1"}, {"c1"})
    work.add(Work({"a2"}, queues={"Q"}, everything=True))
    work.add(Work({"a3"}))
    assert work == Work({"a1", "a2", "a3"}, {"c1"}, {"Q"}, everything=True)
