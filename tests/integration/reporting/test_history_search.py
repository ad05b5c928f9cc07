"""Search of the history: records from before search existed, and its bounds."""

import pytest
from django.db import DatabaseError

from dynamo.aws_table import DynamoTable
from reporting.history import keeping as history
from reporting.history import search as history_search
from reporting.history.keeping import day_reconcile
from reporting.history.search import Question, calls_search
from reporting.models import CallRecord
from routing.model.calls import CallStatus
from routing.router import Router
from tests.builders import FakeClock, a_router
from tests.centres import a_call_in
from tests.integration.reporting.histories import DAY, ENDS, rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def router(table: DynamoTable) -> Router:
    """Calls ended in every way, an hour apart."""
    clock = FakeClock()
    made = a_router(table, clock=clock)
    for name, status in ENDS.items():
        a_call_in(made, status, name, agent_id=f"agent-{name}")
        clock.advance(600)
    return made


def test_calls_recorded_before_search_become_searchable_once_however_often_it_dies(
    router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    day_reconcile(router, DAY)
    whole = rows()
    CallRecord.objects.update(search="", caller="", agent_name="", attempts=None)
    CallRecord.objects.filter(call_id="gone").update(call_id="Nowhere Else")
    monkeypatch.setattr(history, "BATCH", 1)
    monkeypatch.setattr(history, "searchable_without_call", _dies)
    with pytest.raises(DatabaseError):
        history.search_fill(router, most=10)
    monkeypatch.undo()
    left = CallRecord.objects.filter(search="").count()

    assert history.search_fill(router, most=10) == left
    assert history.search_fill(router, most=10) == 0
    found = {str(row["call_id"]): row for row in rows()[1]}
    assert "nowhere else" in str(found.pop("Nowhere Else")["search"])
    assert [*found.values()] == [row for row in whole[1] if row["call_id"] != "gone"]
    assert "agent-done" in str(found["done"]["search"])


def _dies(_call_ids: object) -> None:
    raise DatabaseError


def test_a_question_finds_what_holds_all_its_words_the_newest_first(router: Router) -> None:
    day_reconcile(router, DAY)

    def found(**asked: object) -> list[str]:
        question = Question(**asked)  # type: ignore[arg-type]
        return [call.call_id for call in calls_search(question, most=10).calls]

    assert found() == ["full", "out", "gone", "done"]
    assert found(words=["spanish", "done"]) == ["done"]
    assert found(agent_id="agent-done") == ["done"]
    assert found(statuses=["removed", "abandoned"]) == ["out", "gone"]
    assert found(words=["%"]) == []


def test_a_question_looks_through_so_many_calls_and_says_how_far(
    router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_search, "MOST_SEARCHED", 2)
    day_reconcile(router, DAY)
    edge = CallRecord.objects.get(call_id="gone").ended_at
    answer = calls_search(Question(words=["done"]), most=10)

    assert (answer.calls, answer.looked_since) == ([], edge)
    assert calls_search(Question(), most=10).looked_since is None
    assert CallRecord.objects.get(call_id="done").status == CallStatus.COMPLETED


def test_a_question_finds_by_the_outcome_that_was_chosen_and_by_scene(router: Router) -> None:
    day_reconcile(router, DAY)
    CallRecord.objects.filter(call_id="done").update(outcome_code="sales.booked", scene="car")
    for asked in (Question(outcome="sales.booked"), Question(scene="car")):
        assert asked.narrows
        assert [call.call_id for call in calls_search(asked, most=10).calls] == ["done"]
    assert calls_search(Question(outcome="sales.lost"), most=10).calls == []
