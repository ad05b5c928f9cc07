"""Batched strategy: its reads, how it packs, how it goes on after a refusal."""

from dataclasses import replace

import pytest

from dynamo.items import Key
from dynamo.transaction import Refused, Transaction
from routing import services
from routing.dispatcher.dispatching import drain
from routing.matching import batched, heads
from routing.model import skills
from routing.model.agents import Choice
from routing.model.outcomes import Round
from routing.model.queues import CHAT, agent_queue, call_queue
from routing.model.skills import MAX_QUEUES_PER_AGENT
from routing.repair.audit import audit
from routing.router import Router
from routing.storage import keys
from tests.builders import FakeClock, a_router, a_waiting_agent, a_waiting_call
from tests.centres import in_line, infos_now, match_all, queues_moved
from tests.memory.table import MemoryTable
from tests.tables import InterruptedTable
from tests.unit.routing.repair.damages import remove, spoil

WOMEN, CALLS = agent_queue("Spanish", "F"), call_queue("Spanish", "Any")


@pytest.fixture
def watched() -> InterruptedTable:
    return InterruptedTable(MemoryTable())


@pytest.fixture
def router(watched: InterruptedTable) -> Router:
    return a_router(watched)


def many(router: Router, count: int, *languages: str) -> None:
    """This number of women waiting, and of calls in Spanish."""
    for number in range(count):
        a_waiting_agent(router, f"a{number:02d}", languages=languages or ("Spanish",))
        a_waiting_call(router, f"c{number:02d}")


def pairs(found: Round) -> list[tuple[str, str]]:
    return [(match.call.call_id, match.agent.agent_id) for match in found.matches]


def heads_read(watched: InterruptedTable) -> dict[str, int | None]:
    return {pk: limit for pk, limit in watched.queries if pk.startswith(("Q#", "W#"))}


def test_it_reads_no_queue_from_which_no_pair_could_come(router: Router, watched: InterruptedTable) -> None:
    a_waiting_agent(router, "ana", languages=("English", "Spanish"))
    a_waiting_agent(router, "max", gender="M", languages=("French",))
    a_waiting_call(router, "c1")
    a_waiting_call(router, "c2", gender="M")
    a_waiting_call(router, "c3", language="French", gender="F")
    watched.queries.clear()

    assert pairs(batched.match_batch(router)) == [("c1", "ana")]

    assert heads_read(watched).keys() == {"Q#Spanish#F", "W#Spanish#Any"}


def test_once_every_call_is_matched_nothing_more_is_read(router: Router, watched: InterruptedTable) -> None:
    many(router, 2)
    for number in range(3 * heads.SPARE):
        a_waiting_agent(router, f"more{number:02d}")
    watched.queries.clear()

    drained = drain(router)

    assert len(drained.matches) == 2
    assert heads_read(watched)["Q#Spanish#F"] == 2 + heads.SPARE
    assert len(watched.queries) == len({pk for pk, _ in watched.queries})


def test_it_reads_no_more_of_a_head_than_could_be_used(router: Router, watched: InterruptedTable) -> None:
    many(router, 7)
    a_waiting_call(router, "one more")
    watched.queries.clear()

    batched.match_batch(router)

    spare = heads.SPARE
    assert heads_read(watched) == {"Q#Spanish#F": 8 + spare, "W#Spanish#Any": 7 + spare}


def test_it_reads_heads_not_queues(router: Router, watched: InterruptedTable) -> None:
    many(router, heads.HEAD_LENGTH + 5)
    watched.queries.clear()

    found = batched.match_batch(router)

    assert set(heads_read(watched).values()) == {heads.HEAD_LENGTH}
    assert len(found.matches) == heads.HEAD_LENGTH
    assert found.conflicts == 0


def test_it_commits_as_many_pairs_as_one_transaction_holds(router: Router, watched: InterruptedTable) -> None:
    many(router, 30)
    before, watched.outcomes = infos_now(router), []

    found = batched.match_batch(router)

    # A pair is four items, and both queue infos are shared: 24 pairs, then the other six.
    assert len(watched.outcomes) == 2
    assert pairs(found) == [(f"c{number:02d}", f"a{number:02d}") for number in range(30)]
    assert queues_moved(before, router) == {"Q#Spanish#F": (2, -30), "W#Spanish#Any": (2, -30)}


def test_after_a_refusal_it_plans_again_from_the_same_heads(
    router: Router, watched: InterruptedTable
) -> None:
    many(router, 5)
    other = a_router(watched.behind)
    watched.before_commits.append(lambda: services.agent_choose(other, agent_id="a01", choice=Choice.PAUSED))
    watched.queries.clear()

    found = batched.match_batch(router)

    assert pairs(found) == [("c00", "a00"), ("c01", "a02"), ("c02", "a03"), ("c03", "a04")]
    assert found.conflicts == 1
    assert [pk for pk, _ in watched.queries].count("Q#Spanish#F") == 1
    refusal = watched.outcomes[-2]
    assert isinstance(refusal, Refused)
    assert {failure.condition for failure in refusal.failures} == {"agent_waits_with_ticket", "entry_exists"}
    assert audit(router) == []


def test_an_agent_who_no_longer_takes_calls_still_gets_the_chat(watched: InterruptedTable) -> None:
    router = a_router(watched)
    router = replace(router, skills=replace(router.skills, channels=("", CHAT)))
    for name in ("ana", "bea"):
        a_waiting_agent(router, name)
        services.agent_slots(router, agent_id=name)
        services.agent_choose(router, agent_id=f"{name}~chat", choice=Choice.READY)
    a_waiting_call(router, "c1")
    a_waiting_call(router, "h1", channel=CHAT)
    other = replace(router, table=watched.behind)
    watched.before_commits.append(lambda: services.agent_choose(other, agent_id="ana", choice=Choice.PAUSED))

    assert pairs(batched.match_batch(router)) == [("c1", "bea"), ("h1", "ana~chat")]


@pytest.mark.parametrize("strategy", ["batched", "published"])
def test_a_call_that_let_go_of_its_preference_meanwhile_passes_over_nobody(
    watched: InterruptedTable, strategy: str
) -> None:
    clock = FakeClock()
    router = a_router(watched, strategy=strategy, clock=clock)
    for name in ("old", "ana"):
        a_waiting_agent(router, name)
    a_waiting_call(router, "c1", preferred_agent="ana")
    waited = a_router(watched.behind, clock=clock)

    def lets_go() -> None:
        clock.advance(30)
        services.call_when_due(waited, call_id="c1")

    watched.before_commits.append(lets_go)
    found = [*match_all(router), *match_all(router)]

    assert found == [("c1", "old")]
    assert audit(router) == []


def test_a_pair_lost_between_two_commits_costs_only_that_pair(
    router: Router, watched: InterruptedTable
) -> None:
    many(router, 30)
    other = a_router(watched.behind)
    watched.before_commits.extend([lambda: None, lambda: services.call_abandon(other, call_id="c25")])

    found = batched.match_batch(router)

    expected = [f"c{number:02d}" for number in range(30) if number != 25]
    assert pairs(found) == list(zip(expected, (f"a{number:02d}" for number in range(29)), strict=True))
    assert found.conflicts == 1
    assert in_line(router, WOMEN) == ["a29"]


def test_it_gives_way_to_a_matcher_on_the_same_heads(router: Router, watched: InterruptedTable) -> None:
    many(router, 10)
    other = a_router(watched.behind)
    watched.before_commits.append(lambda: batched.match_batch(other))

    assert batched.match_batch(router) == Round((), 1, overtaken=True)
    assert in_line(router, WOMEN) == []
    assert audit(router) == []


def test_a_depth_without_entries_makes_an_empty_round(router: Router) -> None:
    a_waiting_call(router, "c1")
    spoil(router, keys.queue_info_key(WOMEN), QueueVersionId=1, QueueDepth=3)

    assert batched.match_batch(router) == Round()


def test_an_entry_without_an_agent_holds_up_nobody(router: Router) -> None:
    many(router, 2)
    remove(router, keys.agent_key("a00"))

    found = batched.match_batch(router)

    assert pairs(found) == [("c00", "a01")]
    assert found.conflicts == 1


def test_an_agent_in_more_queues_than_a_match_can_take_it_from_holds_up_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Earlier versions let an agent wait in up to 48."""
    languages = tuple(f"L{number:02d}" for number in range(MAX_QUEUES_PER_AGENT + 2))
    router = a_router(languages=languages)
    with monkeypatch.context() as earlier:
        earlier.setattr(skills, "MAX_QUEUES_PER_AGENT", len(languages))
        a_waiting_agent(router, "ana", languages=languages)
    a_waiting_agent(router, "eva", languages=("L07",))
    for number in (1, 2):
        a_waiting_call(router, f"c{number}", language="L07")

    assert pairs(batched.match_batch(router)) == [("c1", "eva")]
    assert batched.match_batch(router) == Round()


def test_queues_of_skills_no_longer_in_use_are_passed_over(watched: InterruptedTable) -> None:
    a_waiting_call(a_router(watched, languages=("Latin",)), "c1", language="Latin")
    router = Router(
        watched, a_router(languages=("Spanish",)).skills, lambda: a_router().clock(), iter("xyz").__next__
    )
    assert batched.match_batch(router) == Round()


def test_a_refusal_that_names_none_of_its_pairs_ends_the_round() -> None:
    class Stubborn(InterruptedTable):
        def commit(self, transaction: Transaction) -> Refused:
            assert Key("AllQueues", "Q#Spanish#F") in transaction
            return Refused(())

    behind = MemoryTable()
    many(a_router(behind), 2)

    stubborn = Router(Stubborn(behind), a_router().skills, a_router().clock, lambda: "op")
    assert batched.match_batch(stubborn).conflicts == 1
