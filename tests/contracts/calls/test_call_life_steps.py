"""Routing steps of a waiting call, and the one agent it prefers at first."""

import pytest

from dynamo.table import Table
from routing import services
from routing.exceptions import InvalidFieldError, UnknownSkillError
from routing.model.agents import AgentStatus, Choice
from routing.model.calls import CallStatus
from routing.model.events import EventKind
from routing.model.outcomes import Round
from routing.model.policies import QueuePolicy
from routing.model.queues import call_queue
from routing.model.steps import Step
from routing.repair.audit import audit
from tests.builders import NOON, a_waiting_agent, a_waiting_call, as_agent
from tests.centres import agent_now, call_now, in_line, infos_now, match_all, queues_moved
from tests.contracts.call_life import ANYBODY, WOMEN, Life, a_life, seconds_of

WOMAN_THEN_ANYBODY = (Step("F", seconds=30), Step("Any"))


@pytest.fixture
def life(either_table: Table) -> Life:
    return a_life(either_table, promote_after_seconds=0)


@pytest.fixture(params=["batched", "published"])
def matching(either_table: Table, request: pytest.FixtureRequest) -> Life:
    return a_life(either_table, strategy=request.param, promote_after_seconds=0)


# --- relaxation


def test_a_call_lets_go_of_a_preference_after_its_time_and_keeps_its_place(life: Life) -> None:
    a_waiting_call(life.router, "before")
    first = a_waiting_call(life.router, "c1", steps=WOMAN_THEN_ANYBODY)
    a_waiting_call(life.router, "behind")
    assert (first.gender, first.step, first.steps) == ("F", 0, WOMAN_THEN_ANYBODY)
    infos = infos_now(life.router)

    assert life.sweep(after=29.999).changed == 0
    assert in_line(life.router, WOMEN) == ["c1"]
    assert life.sweep(after=0.001).changed == 1

    wider = call_now(life.router, "c1")
    assert (wider.gender, wider.step, wider.relax_at) == ("Any", 1, None)
    assert (wider.ticket, wider.queued_at) == (first.ticket, NOON)
    assert in_line(life.router, ANYBODY) == ["before", "c1", "behind"]
    assert queues_moved(infos, life.router) == {"W#Spanish#F": (1, -1), "W#Spanish#Any": (1, 1)}
    assert life.last_told() == (EventKind.CALL_RELAXED, "c1", None, "routing", "to W#Spanish#Any")
    assert life.history("c1") == ["callQueued", "callRelaxed"]
    assert life.sweep(after=10_000).found == 0
    assert audit(life.router) == []


def test_who_did_not_fit_before_gets_the_call_afterwards(matching: Life) -> None:
    a_waiting_call(matching.router, "c1", steps=WOMAN_THEN_ANYBODY)
    a_waiting_agent(matching.router, "tom", gender="M")
    assert match_all(matching.router) == []

    matching.sweep(after=30)

    assert match_all(matching.router) == [("c1", "tom")]


def test_gender_and_topic_widen_step_by_step_where_topics_are_routed_by(either_table: Table) -> None:
    life = a_life(either_table, topics=("Billing", "Orders"), promote_after_seconds=0)
    steps = (Step("F", "Billing", 30), Step("Any", "Billing", 40), Step("Any", "Any"))
    a_waiting_call(life.router, "c1", steps=steps)
    places = [("F", "Billing"), ("Any", "Billing"), ("Any", "Any")]

    for number, (seconds, place) in enumerate(zip((0, 30, 40), places, strict=True)):
        life.sweep(after=seconds)
        assert in_line(life.router, call_queue("Spanish", *place)) == ["c1"]
        assert call_now(life.router, "c1").step == number

    a_waiting_agent(life.router, "tom", gender="M", topics=("Orders",))
    assert match_all(life.router) == [("c1", "tom")]
    assert audit(life.router) == []


def test_without_topics_the_topic_stays_a_remark(life: Life) -> None:
    a_waiting_call(life.router, "c1", steps=(Step("F", "Billing", 30), Step("Any")))

    life.sweep(after=30)

    assert call_now(life.router, "c1").topic == "Billing"
    assert in_line(life.router, ANYBODY) == ["c1"]


def test_where_the_next_step_leads_the_limits_of_that_queue_hold(either_table: Table) -> None:
    narrow = QueuePolicy(max_wait_seconds=300, promote_after_seconds=0)
    wide = QueuePolicy(max_length=1, max_wait_seconds=60, overflow="deadLetter", promote_after_seconds=0)
    life = a_life(either_table, queues={ANYBODY: wide, WOMEN: narrow})
    first = a_waiting_call(life.router, "before")
    a_waiting_call(life.router, "c1", steps=WOMAN_THEN_ANYBODY)

    assert life.sweep(after=30).changed == 1  # no room: it stays, and tries again after the ring time there
    kept = call_now(life.router, "c1")
    assert (kept.gender, kept.step, life.history("c1")) == ("F", 0, ["callQueued"])
    assert seconds_of(life, kept, "relax_at", "overflow_at") == [20, 270]
    services.call_abandon(life.router, call_id="before")
    assert life.sweep(after=20).changed == 1

    wider = call_now(life.router, "c1")
    assert first.ticket is not None
    assert (wider.gender, wider.step, wider.ticket) == ("Any", 1, first.ticket + 1)
    assert seconds_of(life, wider, "relax_at", "overflow_at") == [None, 60]
    life.sweep(after=60)
    assert call_now(life.router, "c1").error == "waited 60 seconds"
    assert audit(life.router) == []


def test_a_call_that_rings_does_not_move_and_catches_up_when_it_waits_again(life: Life) -> None:
    a_waiting_call(life.router, "c1", steps=WOMAN_THEN_ANYBODY)
    a_waiting_agent(life.router, "ana")
    life.clock.advance(29)
    match_all(life.router)

    life.sweep(after=5)
    assert (call_now(life.router, "c1").status, call_now(life.router, "c1").step) == (CallStatus.OFFERED, 0)
    life.sweep(after=15)
    life.sweep()  # one thing at a time: back in its queue, then on to the next

    assert in_line(life.router, ANYBODY) == ["c1"]
    assert call_now(life.router, "c1").tried == ("ana",)


def test_steps_that_cannot_be_gone_are_refused_and_named(life: Life) -> None:
    wrong: dict[str, tuple[Step, ...]] = {
        "steps 1 seconds: 20 .* more than the ring time of 20 seconds in W#Spanish#F": (
            Step("F", seconds=20),
            Step("Any"),
        ),
        "steps 2 seconds": (Step("F", seconds=21), Step("M"), Step("Any")),
        "steps 2 agent: 'ana' .* only the first step": (Step("F", seconds=21), Step("F", agent_id="ana")),
        "steps: 7 is not allowed; at most 6": (*(Step("F", seconds=30) for _ in range(6)), Step("Any")),
        "gender: 'X'": (Step("F", seconds=30), Step("X")),
    }
    for message, steps in wrong.items():
        with pytest.raises(InvalidFieldError, match=message):
            services.call_enqueue(life.router, call_id="c1", language="Spanish", steps=steps)
    with pytest.raises(UnknownSkillError, match="topic: 'Weather'"):
        services.call_enqueue(
            a_life(life.router.table, topics=("Billing",)).router,
            language="Spanish",
            steps=(Step("F", "Billing", 30), Step("F", "Weather")),
        )
    assert life.told == []


def test_a_step_may_be_a_blink_longer_than_the_ring_time(life: Life) -> None:
    a_waiting_call(life.router, "c1", steps=(Step("F", seconds=20.001), Step("Any")))

    assert life.sweep(after=20.001).changed == 1


def test_a_queue_that_promotes_less_far_sets_nobody_back(either_table: Table) -> None:
    queues = {ANYBODY: QueuePolicy(promote_after_seconds=100, highest_band=3)}
    life = a_life(either_table, queues=queues, promote_after_seconds=100)
    a_waiting_call(life.router, "c1", priority=2, steps=(Step("F", seconds=150), Step("Any")))
    life.sweep(after=100)
    life.sweep(after=50)
    assert (call_now(life.router, "c1").gender, call_now(life.router, "c1").band) == ("Any", 1)

    life.sweep(after=50)

    call = call_now(life.router, "c1")
    assert (call.band, call.promote_at) == (1, None)
    assert life.history("c1") == ["callQueued", "callPromoted", "callRelaxed"]
    assert life.sweep(after=10_000).found == 0
    assert audit(life.router) == []


def test_a_queue_that_promotes_does_so_also_for_who_comes_from_one_that_does_not(either_table: Table) -> None:
    queues = {ANYBODY: QueuePolicy(promote_after_seconds=100)}
    life = a_life(either_table, queues=queues, promote_after_seconds=0)
    a_waiting_call(life.router, "c1", steps=WOMAN_THEN_ANYBODY)
    assert call_now(life.router, "c1").promote_at is None

    life.sweep(after=30)

    assert seconds_of(life, call_now(life.router, "c1"), "promote_at") == [100]


# --- one agent first


def test_only_the_preferred_agent_gets_a_call_and_others_are_served_past_it(matching: Life) -> None:
    router = matching.router
    a_waiting_agent(router, "eva")
    as_agent(services.agent_create(router, agent_id="ana", name="Ana", gender="F", languages=("Spanish",)))
    call = a_waiting_call(router, "c1", preferred_agent="ana")
    assert call.preferred_agent == "ana"
    assert services.match_once(router) == Round()
    a_waiting_call(router, "c2")
    assert match_all(router) == [("c2", "eva")]

    services.agent_enqueue(router, agent_id="ana")

    assert match_all(router) == [("c1", "ana")]
    assert audit(router) == []


def test_the_preferred_agent_is_taken_although_others_wait_longer(matching: Life) -> None:
    for name in ("eva", "mia", "ana"):
        a_waiting_agent(matching.router, name)
    a_waiting_call(matching.router, "c1", preferred_agent="ana")
    a_waiting_call(matching.router, "c2")

    assert match_all(matching.router) == [("c1", "ana"), ("c2", "eva")]


def test_after_its_time_the_call_goes_to_anybody(matching: Life) -> None:
    ana = a_waiting_agent(matching.router, "ana")
    a_waiting_agent(matching.router, "eva")
    services.agent_choose(matching.router, agent_id=ana.agent_id, choice=Choice.PAUSED)
    first = a_waiting_call(matching.router, "c1", preferred_agent="ana", gender="F")
    infos = infos_now(matching.router)
    matching.sweep(after=29.999)
    assert match_all(matching.router) == []

    matching.sweep(after=0.001)

    call = call_now(matching.router, "c1")
    assert (call.step, call.preferred_agent, call.gender, call.ticket) == (1, "", "F", first.ticket)
    assert queues_moved(infos, matching.router) == {"W#Spanish#F": (1, 0)}
    assert match_all(matching.router) == [("c1", "eva")]
    assert audit(matching.router) == []


@pytest.mark.parametrize("missing", ["ghost", "offline", "unfit"])
def test_an_agent_who_is_not_signed_in_or_does_not_fit_is_not_waited_for(
    matching: Life, missing: str
) -> None:
    router = matching.router
    a_waiting_agent(router, "offline")
    services.agent_choose(router, agent_id="offline", choice=Choice.OFFLINE)
    a_waiting_agent(router, "unfit", gender="M")
    a_waiting_agent(router, "eva")

    call = a_waiting_call(router, "c1", gender="F", preferred_agent=missing)

    assert (call.preferred_agent, len(call.steps), call.relax_at) == ("", 1, None)
    assert match_all(router) == [("c1", "eva")]


def test_a_preferred_agent_leads_the_steps_of_a_call(life: Life) -> None:
    a_waiting_agent(life.router, "ana")
    services.agent_choose(life.router, agent_id="ana", choice=Choice.PAUSED)
    call = a_waiting_call(life.router, "c1", steps=WOMAN_THEN_ANYBODY, preferred_agent="ana")
    assert call.steps == (Step("F", seconds=30, agent_id="ana"), *WOMAN_THEN_ANYBODY)

    life.sweep(after=30)
    assert (call_now(life.router, "c1").step, in_line(life.router, WOMEN)) == (1, ["c1"])
    life.sweep(after=30)
    assert (call_now(life.router, "c1").step, in_line(life.router, ANYBODY)) == (2, ["c1"])


def test_a_preferred_agent_who_declines_is_asked_again_only_until_its_time_is_over(matching: Life) -> None:
    a_waiting_agent(matching.router, "ana")
    a_waiting_agent(matching.router, "eva", gender="F")
    a_waiting_call(matching.router, "c1", preferred_agent="ana")
    assert match_all(matching.router) == [("c1", "ana")]
    services.call_decline(matching.router, call_id="c1", agent_id="ana")
    assert agent_now(matching.router, "ana").status is AgentStatus.AVAILABLE
    assert match_all(matching.router) == []

    matching.sweep(after=30)

    assert match_all(matching.router) == [("c1", "eva")]


def test_a_hundred_calls_for_one_absent_agent_hide_nobody(matching: Life) -> None:
    router = matching.router
    services.agent_create(router, agent_id="ana", name="Ana", gender="F", languages=("Spanish",))
    for number in range(100):
        a_waiting_call(router, f"c{number:03}", preferred_agent="ana")
    a_waiting_call(router, "other")
    a_waiting_agent(router, "eva")

    peeked = services.call_peek(router, agent_id="eva")
    assert peeked is not None
    assert peeked.call_id == "other"
    assert match_all(router) == [("other", "eva")]
    services.agent_enqueue(router, agent_id="ana")
    assert match_all(router) == [("c000", "ana")]
