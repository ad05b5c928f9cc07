"""Keys: text order of sort keys is order of service."""

from hypothesis import given
from hypothesis import strategies as st

from dynamo.items import Key
from routing.model.queues import agent_queue, call_queue
from routing.storage import keys

SPANISH_MEN = agent_queue("Spanish", "M")
SPANISH_CALLS = call_queue("Spanish", "Any")
tickets = st.integers(min_value=0, max_value=10**20 - 1)
priorities = st.integers(min_value=0, max_value=9)


def test_they_are_the_keys_outside_programs_read() -> None:
    assert keys.agent_key("a1") == Key("AllAgents", "Agent#a1")
    assert keys.call_key("c1") == Key("Call#c1", "Call")
    assert keys.queue_info_key(SPANISH_MEN) == Key("AllQueues", "Q#Spanish#M")
    assert keys.queue_info_key(SPANISH_CALLS) == Key("AllCallQueues", "W#Spanish#Any")
    assert keys.agent_entry_key(SPANISH_MEN, 12) == Key("Q#Spanish#M", "00000000000000000012")
    assert keys.call_entry_key(SPANISH_CALLS, 5, 12) == Key("W#Spanish#Any", "5#00000000000000000012")


@given(tickets, tickets)
def test_text_order_of_agent_entries_is_ticket_order(one: int, other: int) -> None:
    texts = (keys.agent_entry_key(SPANISH_MEN, one).sk, keys.agent_entry_key(SPANISH_MEN, other).sk)
    assert (texts[0] < texts[1]) is (one < other)


@given(priorities, tickets, priorities, tickets)
def test_text_order_of_call_entries_is_priority_then_ticket(
    priority: int, ticket: int, other_priority: int, other_ticket: int
) -> None:
    one = keys.call_entry_key(SPANISH_CALLS, priority, ticket).sk
    other = keys.call_entry_key(SPANISH_CALLS, other_priority, other_ticket).sk
    assert (one < other) is ((priority, ticket) < (other_priority, other_ticket))
