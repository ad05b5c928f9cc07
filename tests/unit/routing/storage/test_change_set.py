"""Change set: its guarded actions, and its effect on depths and versions."""

from datetime import timedelta

import pytest

from dynamo.changes import Add
from dynamo.items import Key
from dynamo.transaction import MAX_ITEMS, OPERATIONS, Action, ActionKind, Transaction
from routing.model.agents import Agent, AgentStatus
from routing.model.calls import CallStatus
from routing.model.command import Command
from routing.model.events import Event, EventKind
from routing.model.outcomes import Match
from routing.model.queues import agent_queue, call_queue
from routing.model.skills import MAX_QUEUES_PER_AGENT, Skills
from routing.storage.change_set import REMEMBERED_OPERATIONS, ChangeSet
from tests.builders import LANGUAGES, NOON, a_call, a_call_entry, an_agent, an_agent_entry

SKILLS = Skills(LANGUAGES)
TWO = frozenset({"English", "Spanish"})


LATER = NOON + timedelta(seconds=20)


def a_change(operation_id: str = "op") -> ChangeSet:
    return ChangeSet(operation_id, SKILLS)


def a_queued_agent(*languages: str) -> Agent:
    spoken = frozenset(languages or {"Spanish"})
    return an_agent(status=AgentStatus.QUEUED, ticket=7, queued_at=NOON, languages=spoken)


def said(transaction: Transaction) -> dict[Key, tuple[str, str]]:
    """Kind and condition of each action, by key."""
    return {action.key: (action.kind.value, _name(action)) for action in transaction.actions}


def _name(action: Action) -> str:
    return action.when.name if action.when else ""


def counted(transaction: Transaction) -> dict[str, tuple[float, float]]:
    """By how much version and depth of each queue move."""
    return {
        action.key.sk: (adds["QueueVersionId"], adds["QueueDepth"])
        for action in transaction.actions
        if action.key.pk in ("AllQueues", "AllCallQueues")
        for adds in [
            {change.attribute: change.number for change in action.changes if isinstance(change, Add)}
        ]
    }


def test_an_agent_joins_all_its_queues_with_one_ticket() -> None:
    changes = a_change()
    available = an_agent(languages=TWO, version=3)

    written = changes.agent(available, available.queued(ticket=7, queued_at=NOON, at=NOON))
    transaction = changes.transaction()

    assert (written.version, written.operations) == (4, ("op",))
    assert said(transaction) == {
        Key("AllAgents", "Agent#ana"): ("put", "agent_unchanged"),
        Key("Q#English#F", "00000000000000000007"): ("put", "entry_absent"),
        Key("Q#Spanish#F", "00000000000000000007"): ("put", "entry_absent"),
        Key("AllQueues", "Q#English#F"): ("update", ""),
        Key("AllQueues", "Q#Spanish#F"): ("update", ""),
    }
    assert counted(transaction) == {"Q#English#F": (1, 1), "Q#Spanish#F": (1, 1)}


def test_an_agent_leaves_all_its_queues() -> None:
    changes = a_change()
    queued = a_queued_agent(*TWO)

    changes.agent(queued, queued.moved(AgentStatus.PAUSED, at=NOON))
    transaction = changes.transaction()

    assert said(transaction)[Key("Q#English#F", "00000000000000000007")] == ("delete", "entry_exists")
    assert counted(transaction) == {"Q#English#F": (1, -1), "Q#Spanish#F": (1, -1)}


def test_an_agent_that_keeps_its_place_touches_no_queue() -> None:
    changes = a_change()
    queued = a_queued_agent()

    changes.agent(queued, queued)

    assert said(changes.transaction()) == {Key("AllAgents", "Agent#ana"): ("put", "agent_unchanged")}


def test_a_new_agent_or_call_must_not_be_there_yet() -> None:
    changes = a_change()

    agent = changes.agent(None, an_agent())
    call = changes.call(None, a_call().queued(ticket=3, at=NOON))
    transaction = changes.transaction()

    assert (agent.version, call.version) == (1, 1)
    assert said(transaction) == {
        Key("AllAgents", "Agent#ana"): ("put", "agent_absent"),
        Key("Call#c1", "Call"): ("put", "call_absent"),
        Key("W#Spanish#Any", "5#00000000000000000003"): ("put", "entry_absent"),
        Key("AllCallQueues", "W#Spanish#Any"): ("update", ""),
    }


def test_a_match_takes_both_out_of_all_their_queues() -> None:
    changes = a_change()

    changes.match(Match(a_call_entry(3), an_agent_entry(7, "ana", languages=TWO)), at=NOON, until=LATER)
    transaction = changes.transaction()

    assert said(transaction) == {
        Key("AllAgents", "Agent#ana"): ("update", "agent_waits_with_ticket"),
        Key("Call#c3", "Call"): ("update", "call_waits_with_ticket"),
        Key("Offers#op", "Offers"): ("put", ""),
        Key("Q#English#F", "00000000000000000007"): ("delete", "entry_exists"),
        Key("Q#Spanish#F", "00000000000000000007"): ("delete", "entry_exists"),
        Key("W#Spanish#Any", "5#00000000000000000003"): ("delete", "call_entry_asks_for"),
        Key("AllQueues", "Q#English#F"): ("update", ""),
        Key("AllQueues", "Q#Spanish#F"): ("update", ""),
        Key("AllCallQueues", "W#Spanish#Any"): ("update", ""),
    }
    assert counted(transaction) == {
        "Q#English#F": (1, -1),
        "Q#Spanish#F": (1, -1),
        "W#Spanish#Any": (1, -1),
    }


def test_many_matches_share_the_queue_infos_and_count_one_version_each_queue() -> None:
    changes = a_change()
    for number in range(1, 4):
        changes.match(Match(a_call_entry(number), an_agent_entry(number)), at=NOON, until=LATER)

    assert counted(changes.transaction()) == {"Q#Spanish#F": (1, -3), "W#Spanish#Any": (1, -3)}


def test_one_joins_as_another_leaves_and_the_version_still_moves_by_one() -> None:
    changes = a_change()
    changes.agent(an_agent("eva"), an_agent("eva").queued(ticket=9, queued_at=NOON, at=NOON))
    queued = a_queued_agent()
    changes.agent(queued, queued.moved(AgentStatus.OFFLINE, at=NOON))

    assert counted(changes.transaction()) == {"Q#Spanish#F": (1, 0)}


def test_every_living_item_it_writes_keeps_the_operation_id() -> None:
    changes = a_change()
    changes.match(Match(a_call_entry(3), an_agent_entry(7)), at=NOON, until=LATER)
    changes.agent(None, an_agent("eva"))
    changes.call(a_call(status=CallStatus.QUEUED, ticket=1), a_call(status=CallStatus.ABANDONED))

    living = [one for one in changes.transaction().actions if one.key.pk.startswith(("AllAgents", "Call#"))]

    assert len(living) == 4
    assert all(action.writes_operations for action in living)


def test_an_item_remembers_only_its_newest_operations() -> None:
    earlier = tuple(f"op-{number}" for number in range(REMEMBERED_OPERATIONS))
    written = a_change("op-new").agent(an_agent(operations=earlier), an_agent(operations=earlier))

    assert written.operations == (*earlier[1:], "op-new")


def test_it_guards_queue_versions_only_when_given_them() -> None:
    changes = a_change()
    changes.match(Match(a_call_entry(3), an_agent_entry(7)), at=NOON, until=LATER)
    versions = {agent_queue("Spanish", "F"): 4, call_queue("Spanish", "Any"): 9}

    transaction = changes.transaction(versions=versions)

    assert said(transaction)[Key("AllQueues", "Q#Spanish#F")] == ("update", "queue_unchanged")
    assert said(transaction)[Key("AllCallQueues", "W#Spanish#Any")] == ("update", "queue_unchanged")


@pytest.mark.parametrize("spoken", [1, 2, 5, 20, 47])
def test_it_takes_matches_as_long_as_they_fit_into_one_transaction(spoken: int) -> None:
    languages = tuple(f"L{number:02d}" for number in range(spoken))
    changes, taken = ChangeSet("op", Skills(languages)), 0
    queue, calls = agent_queue("L00", "F"), call_queue("L00", "Any")
    while True:
        match = Match(
            a_call_entry(taken, queue=calls), an_agent_entry(taken, queue=queue, languages=languages)
        )
        if not changes.has_room_for(match):
            break
        changes.match(match, at=NOON, until=LATER)
        taken += 1

    size = len(changes.transaction())
    assert taken == (MAX_ITEMS - spoken - 2) // (spoken + 3)
    assert size == taken * (spoken + 3) + spoken + 2 <= MAX_ITEMS, "infos, and when the offers are due"


@pytest.mark.parametrize("spoken", [1, 3, 47])
def test_it_takes_agents_as_long_as_they_fit_into_one_transaction(spoken: int) -> None:
    languages = tuple(f"L{number:02d}" for number in range(spoken))
    changes, taken = ChangeSet("op", Skills(languages)), 0
    while changes.has_room_for_agent(agent := an_agent(f"a{taken}", languages=frozenset(languages))):
        changes.agent(agent, agent.queued(ticket=taken + 1, queued_at=NOON, at=NOON))
        taken += 1

    assert taken == (MAX_ITEMS - spoken) // (spoken + 1)
    assert len(changes.transaction()) == taken * (spoken + 1) + spoken <= MAX_ITEMS


def a_match_of_an_agent_in(queues: int) -> tuple[ChangeSet, Match]:
    languages = tuple(f"L{number:02d}" for number in range(queues))
    call = a_call_entry(1, queue=call_queue("L00", "Any"))
    agent = an_agent_entry(1, queue=agent_queue("L00", "F"), languages=languages)
    return ChangeSet("op", Skills(languages)), Match(call, agent)


def test_a_match_by_hand_of_an_agent_in_as_many_queues_as_allowed_fits_into_one_transaction() -> None:
    changes, match = a_match_of_an_agent_in(MAX_QUEUES_PER_AGENT)
    assert changes.has_room_for(match)
    changes.match(match, at=NOON, until=LATER)
    changes.log([Event(EventKind.CALL_OFFERED, NOON, "ana", "c1", by="olga")], origin="desk 7")
    changes.keep(Command("key", "agent-offer", "request"), match, at=NOON)
    assert MAX_ITEMS - 2 < len(changes.transaction()) <= MAX_ITEMS


def test_the_match_of_a_dispatcher_has_room_for_one_queue_more_and_for_no_two() -> None:
    for more, fits in ((1, True), (2, False)):
        changes, match = a_match_of_an_agent_in(MAX_QUEUES_PER_AGENT + more)
        assert changes.has_room_for(match) is fits


def test_a_restored_call_of_an_agent_in_as_many_queues_fits_even_where_a_person_does_it() -> None:
    languages = tuple(f"L{number:02d}" for number in range(MAX_QUEUES_PER_AGENT))
    changes = ChangeSet("op", Skills(languages))
    agent = a_queued_agent(*languages)
    offered = a_call(status=CallStatus.OFFERED, language="L00", ticket=1, agent_id="ana")

    changes.agent(agent.moved(AgentStatus.OFFERED, at=NOON), agent)
    changes.call(offered, offered.moved(CallStatus.QUEUED, at=NOON))
    changes.log([Event(EventKind.CALL_RESTORED, NOON, "ana", "c1", by="olga")], origin="desk 7")
    changes.keep(Command("key", "call-restore", "request"), offered, at=NOON)

    assert MAX_ITEMS - 3 < len(changes.transaction()) <= MAX_ITEMS


def test_the_room_is_counted_before_the_infos_are_added() -> None:
    changes = a_change()
    changes.agent(an_agent(), an_agent().queued(ticket=1, queued_at=NOON, at=NOON))

    assert changes.size == 3
    assert changes.queues == (agent_queue("Spanish", "F"),)
    assert len(changes.transaction()) == 3


def test_a_topic_is_part_of_the_queue_only_where_topics_are_routed_by() -> None:
    queued = a_call(topic="Billing").queued(ticket=1, at=NOON)
    plain, routed = a_change(), ChangeSet("op", Skills(LANGUAGES, topics=("Billing",)))
    plain.call(None, queued)
    routed.call(None, queued)

    assert plain.queues == (call_queue("Spanish", "Any"),)
    assert routed.queues == (call_queue("Spanish", "Any", "Billing"),)
    puts = [one for one in plain.transaction().actions if one.kind is ActionKind.PUT]
    assert [OPERATIONS in (put.attributes or {}) for put in puts] == [True, False]
