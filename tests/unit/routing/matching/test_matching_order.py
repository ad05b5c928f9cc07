"""Plan from heads against plan from whole queues: same order, never nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from routing.matching.heads import may_decide, up_to
from routing.matching.planning import Entry, Head, plan
from routing.model.outcomes import Match
from routing.model.queues import AgentEntry, CallEntry, QueueKey, queues_spanned
from routing.model.skills import Skills
from tests.builders import a_call_entry, an_agent_entry
from tests.thorough import examples

SKILLS = Skills(("English", "Spanish"), ("F", "M"))
QUEUES = (*SKILLS.agent_queues, *SKILLS.call_queues)


@dataclass(frozen=True)
class Waiting:
    """Everybody who waits, in the order of each queue, and the queues served from their end."""

    agents: Mapping[QueueKey, list[AgentEntry]]
    calls: Mapping[QueueKey, list[CallEntry]]
    newest_first: frozenset[QueueKey]


@st.composite
def waiting(draw: st.DrawFn) -> Waiting:
    newest_first = draw(st.frozensets(st.sampled_from(QUEUES), max_size=3))
    agents: dict[QueueKey, list[AgentEntry]] = {}
    spoken = st.sets(st.sampled_from(SKILLS.languages), min_size=1)
    people = draw(st.lists(st.tuples(st.sampled_from(SKILLS.genders), spoken), max_size=9))
    for ticket, (gender, languages) in enumerate(people, start=1):
        for queue in queues_spanned(gender, languages, ()):
            entry = an_agent_entry(ticket, queue=queue, languages=languages)
            agents.setdefault(queue, []).append(entry)
    calls: dict[QueueKey, list[CallEntry]] = {}
    wanted = draw(
        st.lists(st.tuples(st.sampled_from(SKILLS.call_queues), st.sampled_from((0, 5))), max_size=9)
    )
    for ticket, (queue, priority) in enumerate(wanted, start=1):
        calls.setdefault(queue, []).append(a_call_entry(ticket, queue=queue, priority=priority))
    return Waiting(
        {
            queue: sorted(entries, key=lambda one: served(one, newest_first))
            for queue, entries in agents.items()
        },
        {
            queue: sorted(entries, key=lambda one: served(one, newest_first))
            for queue, entries in calls.items()
        },
        newest_first,
    )


def served(entry: AgentEntry | CallEntry, newest_first: frozenset[QueueKey]) -> tuple[int, int]:
    priority, ticket = entry.rank
    return (priority, -ticket if entry.queue in newest_first else ticket)


def by_the_book(waiting: Waiting, gone: frozenset[str]) -> list[tuple[str, str]]:
    """The rule itself, without any cleverness: each call in turn takes the first agent who fits."""
    taken, found = set(gone), []
    calls = [call for entries in waiting.calls.values() for call in entries if call.call_id not in gone]
    for call in sorted(calls, key=lambda call: (served(call, waiting.newest_first), str(call.queue))):
        fitting = [
            agent
            for queue in SKILLS.fitting[call.queue]
            for agent in waiting.agents.get(queue, ())
            if agent.agent_id not in taken
        ]
        if fitting:
            first = min(fitting, key=lambda agent: served(agent, waiting.newest_first))
            taken.add(first.agent_id)
            found.append((call.call_id, first.agent_id))
    return found


def head(entries: list[Entry], length: int, *, newest_first: bool) -> Head[Entry]:
    return Head(tuple(entries[:length]), whole=len(entries) < length, newest_first=newest_first)


def heads(
    queues: Mapping[QueueKey, list[Entry]], length: int, waiting: Waiting
) -> dict[QueueKey, Head[Entry]]:
    return {
        queue: head(entries, length, newest_first=queue in waiting.newest_first)
        for queue, entries in queues.items()
    }


def pairs(matches: list[Match]) -> list[tuple[str, str]]:
    return [(match.call.call_id, match.agent.agent_id) for match in matches]


gone_ids = st.frozensets(st.sampled_from(["a1", "a2", "a3", "c1", "c2", "c3"]), max_size=4)


@settings(max_examples=examples(300))
@given(waiting=waiting(), length=st.integers(min_value=1, max_value=5), gone=gone_ids)
def test_a_plan_from_heads_is_the_beginning_of_the_plan_from_whole_queues(
    waiting: Waiting, length: int, gone: frozenset[str]
) -> None:
    whole = by_the_book(waiting, gone)

    planned = plan(
        heads(waiting.calls, length, waiting),
        heads(waiting.agents, length, waiting),
        SKILLS.fitting,
        without=gone,
    )

    assert pairs(planned) == whole[: len(planned)]


@settings(max_examples=examples(200))
@given(waiting=waiting(), length=st.integers(min_value=1, max_value=3))
def test_it_never_starves_however_short_the_heads(waiting: Waiting, length: int) -> None:
    whole = by_the_book(waiting, frozenset())

    planned = plan(
        heads(waiting.calls, length, waiting), heads(waiting.agents, length, waiting), SKILLS.fitting
    )

    assert bool(planned) is bool(whole)


@settings(max_examples=examples(200))
@given(waiting=waiting())
def test_from_whole_queues_it_plans_all_there_is(waiting: Waiting) -> None:
    planned = plan(heads(waiting.calls, 10, waiting), heads(waiting.agents, 10, waiting), SKILLS.fitting)

    assert pairs(planned) == by_the_book(waiting, frozenset())


@settings(max_examples=examples(600))
@given(
    waiting=waiting(),
    tried=st.dictionaries(st.integers(1, 9), st.frozensets(st.sampled_from(["a1", "a2"])), max_size=2),
    last=st.tuples(st.integers(0, 9), st.integers(0, 9)),
    length=st.integers(1, 6),
)
def test_who_was_not_heard_of_changes_nothing_for_others_unless_it_says_so(
    waiting: Waiting, tried: Mapping[int, frozenset[str]], last: tuple[int, int], length: int
) -> None:
    calls = {
        queue: [replace(one, tried=tried.get(one.ticket, frozenset())) for one in entries]
        for queue, entries in waiting.calls.items()
    }
    all_agents, all_calls = heads(waiting.agents, length, waiting), heads(calls, length, waiting)
    agents = {queue: up_to(last[0], head) for queue, head in all_agents.items()}
    callers = {queue: up_to(last[1], head) for queue, head in all_calls.items()}
    assume(not may_decide(all_calls, callers, all_agents, agents))

    planned = plan(callers, agents, SKILLS.fitting)

    whole = plan(heads(calls, 10, waiting), heads(waiting.agents, 10, waiting), SKILLS.fitting)
    counting = [one for one in whole if one.agent.ticket <= last[0] and one.call.ticket <= last[1]]
    assert pairs(planned) == pairs(counting)[: len(planned)]
