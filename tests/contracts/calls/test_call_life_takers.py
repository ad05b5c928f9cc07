"""Choice of agent: those who missed the call last, auto-answer, an agent served now."""

import pytest

from dynamo.items import key_of
from dynamo.table import Table
from routing import selectors, services
from routing.exceptions import UnknownAgentError
from routing.model.agents import AgentStatus, Choice
from routing.model.calls import CallStatus
from routing.model.events import EventKind
from routing.model.queues import call_queue
from routing.repair.audit import audit
from tests.builders import a_waiting_agent, a_waiting_call, as_call, as_conflict, as_match
from tests.centres import a_call_in, agent_now, call_now, infos_now, match_all, queues_moved
from tests.contracts.call_life import ANYBODY, Life, a_life, seconds_of


@pytest.fixture(params=["batched", "published"])
def life(either_table: Table, request: pytest.FixtureRequest) -> Life:
    return a_life(either_table, strategy=request.param)


@pytest.fixture
def centre(either_table: Table) -> Life:
    """Where the strategy does not matter."""
    return a_life(either_table)


def declined(life: Life, call_id: str, agent_id: str) -> None:
    """The agent declines, rests, and waits again at the end of its queues."""
    as_call(services.call_decline(life.router, call_id=call_id, agent_id=agent_id))
    life.sweep(after=5)
    assert agent_now(life.router, agent_id).status is AgentStatus.QUEUED


# --- others first


def test_a_call_goes_to_others_before_it_goes_to_who_declined_it(life: Life) -> None:
    a_waiting_call(life.router, "c1")
    a_waiting_agent(life.router, "ana")
    match_all(life.router)
    declined(life, "c1", "ana")
    a_waiting_agent(life.router, "eva")
    a_waiting_call(life.router, "c2")

    assert match_all(life.router) == [("c1", "eva"), ("c2", "ana")]
    assert call_now(life.router, "c1").tried == ("ana",)


def test_who_did_not_answer_comes_last_as_well(life: Life) -> None:
    a_waiting_call(life.router, "c1")
    a_waiting_agent(life.router, "ana")
    match_all(life.router)
    life.sweep(after=20)
    life.sweep(after=10)
    a_waiting_agent(life.router, "eva")

    assert match_all(life.router) == [("c1", "eva")]


def test_it_goes_to_who_declined_it_again_only_where_nobody_else_waits(life: Life) -> None:
    a_waiting_call(life.router, "c1")
    a_waiting_agent(life.router, "ana")
    assert match_all(life.router) == [("c1", "ana")]
    declined(life, "c1", "ana")
    assert match_all(life.router) == [("c1", "ana")]
    declined(life, "c1", "ana")
    a_waiting_agent(life.router, "bea", gender="M")
    assert match_all(life.router) == [("c1", "bea")]
    declined(life, "c1", "bea")

    # Both have been tried: the longer-waiting one is next.
    assert match_all(life.router) == [("c1", "ana")]
    assert call_now(life.router, "c1").tried == ("ana", "bea")
    assert audit(life.router) == []


def test_many_who_declined_it_do_not_hide_the_one_who_did_not(life: Life) -> None:
    names = ["ana", "bea", "cla", "dia"]
    a_waiting_call(life.router, "c1")
    for name in names:
        a_waiting_agent(life.router, name)
        assert match_all(life.router) == [("c1", name)]
        declined(life, "c1", name)
    a_waiting_agent(life.router, "eva")

    assert match_all(life.router) == [("c1", "eva")]


# --- auto-answer


def test_a_call_for_an_agent_who_answers_by_itself_is_in_progress_in_the_same_transaction(life: Life) -> None:
    a_waiting_call(life.router, "c1")
    a_waiting_agent(life.router, "bot", auto_answer=True)
    life.told.clear()
    life.clock.advance(3)

    assert match_all(life.router) == [("c1", "bot")]

    call, bot = call_now(life.router, "c1"), agent_now(life.router, "bot")
    assert (call.status, call.agent_id, call.attempts, call.version) == (CallStatus.IN_PROGRESS, "bot", 1, 2)
    assert seconds_of(life, call, "offered_at", "answered_at", "until") == [0, 0, 4 * 3600]
    assert (bot.status, bot.call_id, bot.version) == (AgentStatus.ATTENDING_CALL, "c1", 3)
    assert [(event.kind, event.agent_id) for event in life.told] == [
        (EventKind.CALL_OFFERED, "bot"),
        (EventKind.CALL_ACCEPTED, "bot"),
    ]
    assert life.history("c1") == ["callQueued", "callOffered", "callAccepted"]
    assert selectors.totals(life.router, target_seconds=3).within_target == 1
    assert audit(life.router) == []


def test_no_sweep_ends_a_call_that_was_answered_at_once(life: Life) -> None:
    a_waiting_call(life.router, "c1")
    a_waiting_call(life.router, "c2")
    a_waiting_agent(life.router, "bot", auto_answer=True)
    a_waiting_agent(life.router, "ana")
    match_all(life.router)

    assert life.sweep(after=20).changed == 1
    assert call_now(life.router, "c1").status is CallStatus.IN_PROGRESS
    assert agent_now(life.router, "bot").status is AgentStatus.ATTENDING_CALL
    services.call_abandon(life.router, call_id="c2")
    life.sweep(after=10_000)
    assert life.sweep(after=100_000).found == 0
    assert call_now(life.router, "c1").status is CallStatus.IN_PROGRESS


# --- one agent, now


def test_an_agent_is_offered_the_best_of_all_calls_that_fit_it(centre: Life) -> None:
    router = centre.router
    a_waiting_call(router, "other", language="French", priority=0)
    a_waiting_call(router, "men", gender="M", priority=0)
    a_waiting_call(router, "later", gender="F", priority=4)
    a_waiting_call(router, "first", language="English", priority=3)
    a_waiting_call(router, "second", gender="F", priority=3)
    a_waiting_agent(router, "ana", languages=("English", "Spanish"))
    a_waiting_agent(router, "eva", languages=("English", "Spanish"))
    infos, peeked = infos_now(router), services.call_peek(router, agent_id="eva")

    match = as_match(services.call_offer(router, agent_id="eva"))

    assert (match.call, match.agent.agent_id) == (peeked, "eva")
    offered = call_now(router, "first")
    assert (offered.status, offered.agent_id, offered.attempts) == (CallStatus.OFFERED, "eva", 1)
    assert agent_now(router, "ana").status is AgentStatus.QUEUED
    moved = {"Q#English#F": (1, -1), "Q#Spanish#F": (1, -1), "W#English#Any": (1, -1)}
    assert queues_moved(infos, router) == moved
    assert centre.last_told()[:3] == (EventKind.CALL_OFFERED, "first", "eva")
    second = services.call_peek(router, agent_id="ana")
    assert second is not None
    assert second.call_id == "second"
    assert audit(router) == []


def test_an_offer_asked_for_rings_as_long_as_any_other(centre: Life) -> None:
    a_waiting_call(centre.router, "c1")
    a_waiting_agent(centre.router, "ana")
    services.call_offer(centre.router, agent_id="ana")

    assert centre.sweep(after=19.999).changed == 0
    assert centre.sweep(after=0.001).changed == 1
    assert call_now(centre.router, "c1").status is CallStatus.QUEUED


def test_to_look_changes_nothing(centre: Life) -> None:
    a_waiting_call(centre.router, "c1")
    a_waiting_agent(centre.router, "ana")
    before = {key_of(item): item for item in centre.router.table.scan()}

    services.call_peek(centre.router, agent_id="ana")

    assert {key_of(item): item for item in centre.router.table.scan()} == before


def test_nothing_is_offered_where_nothing_fits_or_the_agent_does_not_wait(centre: Life) -> None:
    a_waiting_call(centre.router, "men", gender="M")
    a_waiting_agent(centre.router, "ana")
    assert services.call_peek(centre.router, agent_id="ana") is None
    assert services.call_offer(centre.router, agent_id="ana") is None
    services.agent_choose(centre.router, agent_id="ana", choice=Choice.PAUSED)
    a_waiting_call(centre.router, "c1")

    refused = as_conflict(services.call_offer(centre.router, agent_id="ana"))

    assert refused.reason == "agent is paused, not waiting for calls"
    assert refused.current == agent_now(centre.router, "ana")
    assert call_now(centre.router, "c1").status is CallStatus.QUEUED
    for ask in (services.call_peek, services.call_offer):
        with pytest.raises(UnknownAgentError):
            ask(centre.router, agent_id="ghost")


def test_an_agent_may_look_into_one_queue_alone_with_two_reads(centre: Life) -> None:
    router = centre.router
    a_waiting_call(router, "first", gender="F")
    a_waiting_call(router, "second")
    a_waiting_agent(router, "ana")
    before = router.table.meter.reading().requests

    peeked = services.call_peek(router, agent_id="ana", queue=ANYBODY)

    assert peeked is not None
    assert peeked.call_id == "second"
    assert router.table.meter.reading().requests - before == 2
    assert services.call_peek(router, agent_id="ana", queue=call_queue("English", "Any")) is None
    before = router.table.meter.reading().requests
    assert as_match(services.call_offer(router, agent_id="ana", queue=ANYBODY)).call == peeked
    assert router.table.meter.reading().requests - before == 3  # two reads and the transaction
    assert call_now(router, "second").agent_id == "ana"


# --- handed back


def test_the_agent_of_a_call_handed_back_may_stay_available_and_others_come_first_for_the_call(
    life: Life,
) -> None:
    a_call_in(life.router, CallStatus.IN_PROGRESS, "c1")
    services.call_hand_back(life.router, call_id="c1", reason="no sound", keep_available=True)

    assert agent_now(life.router, "ana").status is AgentStatus.QUEUED
    assert call_now(life.router, "c1").tried == ("ana",)
    a_waiting_agent(life.router, "eva")
    assert match_all(life.router) == [("c1", "eva")]
    assert audit(life.router) == []
