"""Unreadable items of another program: they stop nobody, and no value is guessed."""

import logging

import pytest

from dynamo.items import Key
from dynamo.table import Table
from dynamo.transaction import Transaction
from routing import selectors, services
from routing.exceptions import UnreadableItemError
from routing.model.queues import agent_queue, call_queue
from routing.router import Router
from routing.storage import keys
from tests.builders import a_router, a_waiting_agent, a_waiting_call, unique_id
from tests.centres import agent_now, match_all

AGENTS, CALLS = agent_queue("Spanish", "F"), call_queue("Spanish", "Any")
BAD = {
    "agent": keys.agent_key("bad"),
    "call": keys.call_key("bad"),
    "agent entry": keys.agent_entry_key(AGENTS, 0),
    "call entry": keys.call_entry_key(CALLS, 0, 1),
    "queue info": Key(keys.ALL_QUEUES, "no queue at all"),
}


def write(table: Table, key: Key) -> None:
    """Writes an item with almost no required attributes."""
    transaction = Transaction(unique_id())
    transaction.put(key, {"AgentID": "bad", "CallID": "bad", "AgentStatus": "asleep"})
    assert table.commit(transaction).ok


@pytest.mark.parametrize("strategy", ["batched", "published"])
@pytest.mark.parametrize("kind", BAD)
def test_it_is_passed_over_and_named_while_everybody_else_is_matched(
    kind: str, strategy: str, either_table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    router = a_router(either_table, strategy=strategy)
    a_waiting_call(router, "c1")
    write(either_table, BAD[kind])
    a_waiting_agent(router, "ana")

    with caplog.at_level(logging.ERROR, logger="routing.storage.passed_over"):
        made = match_all(router)
        everybody_as_pages_show_them(router)

    assert made == [("c1", "ana")]
    assert caplog.text.count(f"{BAD[kind].pk} {BAD[kind].sk}") == 1


def everybody_as_pages_show_them(router: Router) -> None:
    """Reads all that the board reads."""
    selectors.agents(router), selectors.agents_by_id(router, ["bad", "ana"])
    selectors.agent_queue_infos(router), selectors.call_queue_infos(router)
    selectors.waiting_calls(router), selectors.calls(router, ["bad"]), list(selectors.all_calls(router))
    selectors.queue_entries(router, AGENTS), selectors.queue_entries(router, CALLS)


def test_asked_for_by_itself_it_is_an_error_that_names_it(either_table: Table) -> None:
    router = a_router(either_table)
    for kind in ("agent", "call"):
        write(either_table, BAD[kind])

    with pytest.raises(
        UnreadableItemError, match="AllAgents Agent#bad: its item in the table cannot be read"
    ):
        services.agent_choose(router, agent_id="bad", choice=agent_now(router, "bad").choice)
    with pytest.raises(UnreadableItemError, match="Call#bad Call: its item in the table cannot be read"):
        services.call_accept(router, call_id="bad", agent_id="bad")
