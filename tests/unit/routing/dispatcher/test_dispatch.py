"""Dispatcher loop: until nothing fits, with a pause for other matchers, never endless."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import islice, pairwise, repeat

import pytest

from dynamo.transaction import Transaction
from routing import selectors, services
from routing.dispatcher import dispatching as dispatch
from routing.matching.heads import HEAD_LENGTH
from routing.matching.known import SECONDS
from routing.matching.last_tickets import LastTickets
from routing.model.agents import Choice
from routing.model.events import EventKind
from routing.model.outcomes import Round
from routing.model.policies import Policies, QueuePolicy
from routing.router import Router
from routing.services.lease import Lease
from routing.storage import keys
from tests.builders import NOON, a_router, a_waiting_agent, a_waiting_call


@pytest.fixture
def router() -> Router:
    """Two agents and two calls that fit."""
    router = a_router()
    for number in (1, 2):
        a_waiting_agent(router, f"a{number}")
        a_waiting_call(router, f"c{number}")
    return router


def _rounds(monkeypatch: pytest.MonkeyPatch, rounds: Iterator[Round]) -> None:
    monkeypatch.setattr(dispatch, "match_once", lambda _router, _known: next(rounds))


def test_it_matches_until_nothing_fits(router: Router) -> None:
    done = dispatch.drain(router, rest=_never)

    assert [match.call.call_id for match in done.matches] == ["c1", "c2"]
    assert done.conflicts == 0


def test_each_round_uses_the_settings_as_they_are_then(router: Router) -> None:
    slow = replace(router, policies=Policies(default=QueuePolicy(ring_seconds=45)))
    dispatch.drain(replace(router, follow=lambda _router: slow), rest=_never)

    assert [one.until - NOON for one in selectors.agents(router) if one.until] == [timedelta(seconds=45)] * 2


def test_a_complete_round_is_the_last(router: Router) -> None:
    reads = router.table.meter.reading().requests
    services.match_once(router)
    a_round = router.table.meter.reading().requests - reads
    a_waiting_call(router, "c3")
    a_waiting_agent(router, "a3")
    before = router.table.meter.reading().requests

    done = dispatch.drain(router, rest=_never)

    assert [match.call.call_id for match in done.matches] == ["c3"]
    assert router.table.meter.reading().requests - before == a_round


def test_of_more_than_a_round_reads_all_are_matched() -> None:
    router, count = a_router(), HEAD_LENGTH + 10
    for number in range(count):
        a_waiting_agent(router, f"a{number}")
        a_waiting_call(router, f"c{number}")

    done = dispatch.drain(router, rest=_never)

    assert [match.call.call_id for match in done.matches] == [f"c{number}" for number in range(count)]


def test_what_a_lost_notice_would_have_told_is_found_by_a_look(router: Router) -> None:
    dispatch.dispatch(router, Lease(router, owner="this one"), [()], stopping=lambda: False)

    assert not list(selectors.waiting_calls(router))


def test_a_look_where_no_call_waits_is_one_read() -> None:
    router = a_router()
    a_waiting_agent(router, "ana")
    lease = Lease(router, owner="this one")
    assert lease.hold()
    before = router.table.meter.reading().requests

    dispatch.dispatch(router, lease, [(), ()], stopping=lambda: False)

    assert router.table.meter.reading().requests - before == 2 + 1, "two looks, and the lease given back"


@pytest.mark.parametrize("kind", sorted(dispatch.FREEING))
def test_a_free_agent_costs_one_read_where_no_call_waits_and_gets_the_call_that_does(
    kind: EventKind,
) -> None:
    router = a_router()
    a_waiting_agent(router, "ana")
    lease = Lease(router, owner="this one")
    assert lease.hold()
    before = router.table.meter.reading().requests

    dispatch.dispatch(router, lease, [{kind}], stopping=lambda: False)

    assert router.table.meter.reading().requests - before == 1 + 1, "one look, and the lease given back"
    a_waiting_call(router, "c1")
    dispatch.dispatch(router, Lease(router, owner="this one"), [{kind}], stopping=lambda: False)
    assert not list(selectors.waiting_calls(router))


def test_where_no_call_is_known_to_wait_a_free_agent_costs_nothing_for_a_second() -> None:
    router, now = a_router(), [0.0]
    a_waiting_agent(router, "ana")
    lease = Lease(router, owner="this one")
    assert lease.hold()
    reads: list[int] = []

    def news() -> Iterator[Collection[EventKind]]:
        for _ in range(3):
            reads.append(router.table.meter.reading().requests)
            yield {EventKind.AGENT_STATUS_CHANGED}
        a_waiting_call(router, "c1")  # its notice is lost
        reads.append(router.table.meter.reading().requests)
        yield {EventKind.AGENT_STATUS_CHANGED}
        reads.append(router.table.meter.reading().requests)
        now[0] += SECONDS
        yield {EventKind.AGENT_STATUS_CHANGED}

    dispatch.dispatch(
        router, lease, news(), stopping=lambda: False, rest=lambda _seconds: None, ticks=lambda: now[0]
    )

    assert [later - earlier for earlier, later in pairwise(reads[:3])] == [1, 0]
    assert reads[4] - reads[3] == 0
    assert not list(selectors.waiting_calls(router)), "what no notice told is found a second later"


def test_a_call_whose_notice_was_lost_is_matched_at_the_next_wake_up_without_news(router: Router) -> None:
    left: list[int] = []

    def news() -> Iterator[Collection[EventKind]]:
        yield {EventKind.CALL_QUEUED}
        a_waiting_call(router, "c3")  # its notice and that of the agent are lost
        a_waiting_agent(router, "a3")
        for one in ({EventKind.CALL_QUEUED}, set[EventKind]()):
            left.append(len(list(selectors.waiting_calls(router))))
            yield one

    dispatch.dispatch(
        router,
        Lease(router, owner="this one"),
        news(),
        stopping=lambda: False,
        rest=_briefly,
        ticks=lambda: 0.0,
        tickets=LastTickets(listens=True),
    )

    left.append(len(list(selectors.waiting_calls(router))))
    assert left == [1, 1, 0]


def test_news_of_a_call_is_acted_on_where_nobody_was_known_to_wait() -> None:
    router = a_router()
    a_waiting_agent(router, "ana")

    def news() -> Iterator[Collection[EventKind]]:
        yield {EventKind.AGENT_STATUS_CHANGED}
        a_waiting_call(router, "c1")
        yield {EventKind.CALL_QUEUED}
        assert not list(selectors.waiting_calls(router))
        a_waiting_call(router, "c2", language="English")
        yield {EventKind.CALL_QUEUED}
        a_waiting_agent(router, "eve", languages=("English",))
        yield {EventKind.AGENT_STATUS_CHANGED}

    dispatch.dispatch(router, Lease(router, owner="this one"), news(), stopping=lambda: False, rest=_briefly)

    assert not list(selectors.waiting_calls(router)), "c2 waited, so the free agent is looked at"


def test_two_rounds_begin_a_while_apart(router: Router) -> None:
    now, rests = [0.0], list[float]()

    def rest(seconds: float) -> None:
        rests.append(seconds)
        now[0] += seconds

    def news() -> Iterator[Collection[EventKind]]:
        yield {EventKind.CALL_QUEUED}
        now[0] += 1
        yield {EventKind.CALL_QUEUED}
        yield {EventKind.AGENT_STATUS_CHANGED}

    dispatch.dispatch(
        router,
        Lease(router, owner="this one"),
        news(),
        stopping=lambda: False,
        rest=rest,
        ticks=lambda: now[0],
    )

    assert rests == [pytest.approx(dispatch.PACE_SECONDS)] * 2, "a wake-up without a round needs no pause"


def test_news_of_calls_needs_no_look_whether_any_waits(
    router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[object] = []
    monkeypatch.setattr(dispatch, "_somebody_waits", lambda *found: looks.append(found))
    assert dispatch.FREEING < dispatch.NEWS
    news = {EventKind.CALL_QUEUED, EventKind.AGENT_STATUS_CHANGED}

    dispatch.dispatch(router, Lease(router, owner="this one"), [news], stopping=lambda: False)

    assert (looks, list(selectors.waiting_calls(router))) == ([], [])


def test_it_does_nothing_when_told_not_to(router: Router) -> None:
    assert dispatch.drain(router, keep_on=lambda: False, rest=_never) == Round()


def test_it_stays_away_while_others_match(router: Router, monkeypatch: pytest.MonkeyPatch) -> None:
    _rounds(monkeypatch, iter([Round((), 1, overtaken=True), Round()]))
    others = iter(["1", "2"])
    rests: list[float] = []

    def rest(seconds: float) -> None:
        rests.append(seconds)
        for number in islice(others, 1):
            services.call_abandon(router, call_id=f"c{number}")
            services.agent_choose(router, agent_id=f"a{number}", choice=Choice.OFFLINE)

    dispatch.drain(router, rest=rest)

    assert len(rests) == 3, "it rested as long as a call and an agent had left, and once more"
    assert min(rests) >= dispatch.WATCH_SECONDS


def test_callers_who_hang_up_do_not_keep_it_away(router: Router, monkeypatch: pytest.MonkeyPatch) -> None:
    _rounds(monkeypatch, iter([Round((), 1, overtaken=True), Round()]))
    calls = iter(["c1", "c2"])
    rests: list[float] = []

    def rest(seconds: float) -> None:
        rests.append(seconds)
        services.call_abandon(router, call_id=next(calls))

    dispatch.drain(router, rest=rest)

    assert len(rests) == 1


def test_it_goes_on_at_once_after_an_overtaken_round_when_told_to_stop(
    router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    _rounds(monkeypatch, iter([Round((), 1, overtaken=True)]))
    answers = iter([True, False, False])

    done = dispatch.drain(router, keep_on=lambda: next(answers), rest=_never)

    assert done.conflicts == 1


def test_it_gives_up_on_what_is_refused_again_and_again(
    router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    _rounds(monkeypatch, repeat(Round((), 1)))

    done = dispatch.drain(router, rest=lambda _seconds: None)

    assert done == Round((), dispatch.MOST_REFUSED_ROUNDS)


def test_a_ghost_in_a_queue_does_not_keep_others_waiting() -> None:
    router = a_router()
    a_waiting_agent(router, "ghost")
    a_waiting_agent(router, "ana")
    a_waiting_call(router, "c1")
    vanishing = Transaction("vanishing")
    vanishing.delete(keys.agent_key("ghost"))
    router.table.commit(vanishing)

    done = dispatch.drain(router, rest=lambda _seconds: None)

    assert [match.agent.agent_id for match in done.matches] == ["ana"]


def _briefly(_seconds: float) -> None:
    pass


def _never(_seconds: float) -> None:
    raise AssertionError("nobody else is at work, so it must not rest")
