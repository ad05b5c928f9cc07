"""Plan of matches: oldest call first, longest-waiting agent who fits, stop at unknown order."""

from collections.abc import Iterable, Mapping, Sequence

from routing.matching.planning import Head, plan
from routing.model.outcomes import Match
from routing.model.queues import AgentEntry, CallEntry, QueueKey, agent_queue, call_queue
from routing.model.skills import Skills
from tests.builders import LANGUAGES, a_call_entry, an_agent_entry

FITTING = Skills(LANGUAGES).fitting
WOMEN, MEN = agent_queue("Spanish", "F"), agent_queue("Spanish", "M")
ENGLISH = agent_queue("English", "F")
ANY, FOR_WOMEN, FOR_MEN = (call_queue("Spanish", gender) for gender in ("Any", "F", "M"))
ENGLISH_CALLS = call_queue("English", "Any")
TWO = ("English", "Spanish")


def agents_in(
    queue: QueueKey,
    *tickets: int,
    whole: bool = True,
    newest_first: bool = False,
    languages: Sequence[str] = (),
) -> dict[QueueKey, Head[AgentEntry]]:
    entries = tuple(an_agent_entry(ticket, queue=queue, languages=languages) for ticket in tickets)
    return {queue: Head(entries, whole, newest_first)}


def calls_in(
    queue: QueueKey, *tickets: int, whole: bool = True, newest_first: bool = False, priority: int = 5
) -> dict[QueueKey, Head[CallEntry]]:
    entries = tuple(a_call_entry(ticket, queue=queue, priority=priority) for ticket in tickets)
    return {queue: Head(entries, whole, newest_first)}


def pairs(matches: Iterable[Match]) -> list[str]:
    return [f"{match.call.call_id}-{match.agent.agent_id}" for match in matches]


def planned(
    calls: Mapping[QueueKey, Head[CallEntry]],
    agents: Mapping[QueueKey, Head[AgentEntry]],
    *,
    without: Iterable[str] = (),
    limit: int | None = None,
) -> list[str]:
    return pairs(plan(calls, agents, FITTING, without=set(without), limit=limit))


def test_it_plans_nothing_where_nobody_waits_on_one_side() -> None:
    assert planned({}, agents_in(WOMEN, 1)) == []
    assert planned(calls_in(ANY, 1), {}) == []
    assert planned(calls_in(ANY, 1), agents_in(WOMEN)) == []


def test_it_gives_the_oldest_call_the_agent_who_has_waited_longest() -> None:
    assert planned(calls_in(ANY, 1, 2, 3), agents_in(WOMEN, 4, 9)) == ["c1-a4", "c2-a9"]


def test_a_call_for_any_gender_gets_the_longest_waiting_over_all_fitting_queues() -> None:
    agents = {**agents_in(WOMEN, 2, 3), **agents_in(MEN, 1, 4)}
    assert planned(calls_in(ANY, 1, 2, 3, 4), agents) == ["c1-a1", "c2-a2", "c3-a3", "c4-a4"]


def test_calls_of_different_queues_are_served_in_the_order_they_came() -> None:
    calls = {**calls_in(FOR_WOMEN, 2, 3), **calls_in(ANY, 1, 4)}
    assert planned(calls, agents_in(WOMEN, 1, 2, 3, 4)) == ["c1-a1", "c2-a2", "c3-a3", "c4-a4"]


def test_priority_goes_before_age_over_all_queues() -> None:
    calls = {**calls_in(ANY, 1, 2), **calls_in(FOR_WOMEN, 9, priority=0)}
    assert planned(calls, agents_in(WOMEN, 1, 2)) == ["c9-a1", "c1-a2"]


def test_an_agent_of_two_languages_is_planned_once() -> None:
    agents = {**agents_in(WOMEN, 1, 2, languages=TWO), **agents_in(ENGLISH, 1, 2, languages=TWO)}
    calls = {**calls_in(ANY, 1, 4), **calls_in(ENGLISH_CALLS, 2, 3)}
    assert planned(calls, agents) == ["c1-a1", "c2-a2"]


def test_a_call_nobody_fits_waits_and_holds_up_nobody() -> None:
    calls = {**calls_in(FOR_MEN, 1, 2), **calls_in(FOR_WOMEN, 3)}
    assert planned(calls, agents_in(WOMEN, 1)) == ["c3-a1"]


def test_of_a_queue_served_from_its_end_the_newest_goes_first() -> None:
    assert planned(calls_in(ANY, 1, 2), agents_in(WOMEN, 9, 8, newest_first=True)) == ["c1-a9", "c2-a8"]
    assert planned(calls_in(ANY, 2, 1, newest_first=True), agents_in(WOMEN, 8, 9)) == ["c2-a8", "c1-a9"]


def test_it_ends_where_the_next_agent_of_a_fitting_queue_was_not_read() -> None:
    agents = {**agents_in(WOMEN, 1, whole=False), **agents_in(MEN, 8, 9)}
    # The women's queue may have an agent who has waited longer than the man with ticket 8.
    assert planned(calls_in(ANY, 1, 2, 3), agents) == ["c1-a1"]


def test_it_ends_where_the_next_call_of_a_queue_was_not_read() -> None:
    calls = {**calls_in(FOR_WOMEN, 1, whole=False), **calls_in(ANY, 7)}
    # The unread call behind c1 may be older than c7.
    assert planned(calls, agents_in(WOMEN, 1, 2)) == ["c1-a1"]


def test_it_plans_nothing_where_the_first_call_of_a_queue_is_not_known() -> None:
    """As where all who were seen came after the look began, and more wait behind them."""
    calls = {**calls_in(FOR_WOMEN, whole=False), **calls_in(ANY, 7)}
    assert planned(calls, agents_in(WOMEN, 1, 2)) == []


def test_an_unread_rest_matters_not_where_nobody_fits_it() -> None:
    calls = {**calls_in(FOR_MEN, 1, whole=False), **calls_in(FOR_WOMEN, 2, 3)}
    assert planned(calls, agents_in(WOMEN, 1, 2)) == ["c2-a1", "c3-a2"]


def test_who_is_gone_is_passed_over_and_the_others_keep_their_order() -> None:
    calls, agents = calls_in(ANY, 1, 2, 3), agents_in(WOMEN, 1, 2, 3)

    assert planned(calls, agents, without={"c1"}) == ["c2-a1", "c3-a2"]
    assert planned(calls, agents, without={"a1"}) == ["c1-a2", "c2-a3"]
    assert planned(calls, agents, without={"a1", "c1"}) == ["c2-a2", "c3-a3"]


def test_a_head_whose_agents_are_all_gone_tells_no_order() -> None:
    assert planned(calls_in(ANY, 1), agents_in(WOMEN, 1, 2, whole=False), without={"a1", "a2"}) == []
    assert planned(calls_in(ANY, 1, whole=False), agents_in(WOMEN, 1), without={"c1"}) == []


def test_it_plans_no_more_than_it_is_asked_for() -> None:
    assert planned(calls_in(ANY, 1, 2, 3), agents_in(WOMEN, 1, 2, 3), limit=2) == ["c1-a1", "c2-a2"]


def test_a_plan_from_the_same_heads_without_a_lost_pair_keeps_the_order_of_the_rest() -> None:
    """Dropping only the lost pairs would give c3 the agent a3 and leave the older c2 without one."""
    agents = {**agents_in(WOMEN, 1, 2), **agents_in(MEN, 3)}
    calls = {**calls_in(FOR_WOMEN, 1, 2), **calls_in(ANY, 3, 4)}
    assert planned(calls, agents) == ["c1-a1", "c2-a2", "c3-a3"]

    assert planned(calls, agents, without={"a2", "c1"}) == ["c2-a1", "c3-a3"]
