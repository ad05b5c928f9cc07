"""Lost messages: a commit is applied at most once, and its caller is told the truth."""

from uuid import uuid4

import pytest

from bench.ports import free_port
from dynamo.aws_table import DynamoTable
from dynamo.changes import Add, Append, Set
from dynamo.client import connect
from dynamo.conditions import Absent, Condition, Equals, Exists
from dynamo.exceptions import ContendedError, EngineUnavailableError, OutcomeUnknownError
from dynamo.items import Key
from dynamo.retry import Retry
from dynamo.transaction import OPERATIONS, Committed, Refused, Transaction
from tests.faults.answers import (
    Answer,
    conflict,
    in_progress,
    refusal,
    throttled_transaction,
    throttling,
)
from tests.faults.proxy import WRITES, Fault
from tests.integration.dynamo.conftest import FaultyTable
from tests.running import RunningEngine

AGENT, INFO, ENTRY = Key("AllAgents", "1"), Key("AllQueues", "Q"), Key("Q", "1")
ENTRY_ITEM = {"pk": ENTRY.pk, "sk": ENTRY.sk}
FREE, WAITING = Condition("free", Equals("Status", "free")), Condition("waiting", Exists())
AFTER_APPLY = [Fault.LOSE_REPLY, Fault.ANSWER_503, Fault.KILL_ENGINE]
FORGED = [None, conflict(3), throttled_transaction(3), throttling(), in_progress()]


def a_match() -> Transaction:
    """Takes the agent and its entry, and counts the queue down without a condition."""
    transaction = Transaction(uuid4().hex)
    mine = transaction.operation_id
    transaction.update(AGENT, Set("Status", "taken"), Append(OPERATIONS, [mine]), when=FREE)
    transaction.update(INFO, Add("Depth", -1))
    transaction.delete(ENTRY, when=WAITING)
    return transaction


def fill(table: DynamoTable, *, status: str = "free") -> None:
    transaction = Transaction(uuid4().hex)
    transaction.put(AGENT, {"Status": status, OPERATIONS: ["earlier"]})
    transaction.put(INFO, {"Depth": 1})
    transaction.put(ENTRY, {})
    assert table.commit(transaction).ok


def state(table: DynamoTable) -> tuple[object, object, bool]:
    """Status of the agent, depth of the queue, and whether the entry is there."""
    found = table.get_many([AGENT, INFO, ENTRY])
    return found[AGENT]["Status"], found[INFO]["Depth"], ENTRY in found


@pytest.mark.parametrize("forged", FORGED, ids=["alone", "conflict", "busy", "throttled", "in-progress"])
@pytest.mark.parametrize("fault", Fault)
@pytest.mark.parametrize("forged_first", [False, True])
@pytest.mark.parametrize("tokens", [True, False], ids=["token", "no-token"])
def test_a_commit_is_applied_once_and_reported(
    faulty_table: FaultyTable, fault: Fault, forged: Answer | None, *, forged_first: bool, tokens: bool
) -> None:
    fill(faulty_table)
    faulty_table.proxy.next(fault)
    if forged is not None:
        faulty_table.forger.next("TransactWriteItems", *([forged] if forged_first else [None, forged]))
    table = DynamoTable(faulty_table.client, faulty_table.name, retry=Retry(), tokens=tokens)
    outcome = table.commit(a_match())
    assert isinstance(outcome, Committed)
    assert outcome.attempts == (2 if forged is None else 3)
    known = tokens and fault is not Fault.KILL_ENGINE  # a living engine still knows the token
    assert outcome.recovered is (fault in AFTER_APPLY and not known)
    assert faulty_table.proxy.happened == [fault]
    assert state(faulty_table) == ("taken", 0, False)


@pytest.mark.parametrize("fault", Fault)
def test_a_lost_race_stays_lost(faulty_table: FaultyTable, fault: Fault) -> None:
    fill(faulty_table, status="taken")
    faulty_table.proxy.next(fault)
    outcome = faulty_table.commit(a_match())
    assert isinstance(outcome, Refused)
    assert [(failure.key, failure.condition) for failure in outcome.failures] == [(AGENT, "free")]
    assert state(faulty_table) == ("taken", 1, True)


def test_success_is_found_on_an_item_whose_condition_holds_again(faulty_table: FaultyTable) -> None:
    fill(faulty_table)
    transaction = Transaction(uuid4().hex)
    mine = transaction.operation_id
    transaction.update(AGENT, Append(OPERATIONS, [mine]), when=FREE)
    transaction.delete(ENTRY, when=WAITING)
    faulty_table.proxy.next(Fault.KILL_ENGINE)
    assert faulty_table.commit(transaction) == Committed(attempts=2, recovered=True)
    assert state(faulty_table) == ("free", 1, False)


def test_nobody_claims_to_know_the_fate_of_a_commit_that_left_no_trace(faulty_table: FaultyTable) -> None:
    fill(faulty_table)
    transaction = Transaction(uuid4().hex)
    transaction.delete(ENTRY, when=WAITING)
    faulty_table.proxy.next(Fault.KILL_ENGINE)
    with pytest.raises(OutcomeUnknownError) as caught:
        faulty_table.commit(transaction)
    assert (caught.value.operation, caught.value.attempts) == (transaction.operation_id, 2)


@pytest.mark.parametrize("fault", [Fault.LOSE_REPLY, Fault.LOSE_REQUEST])
def test_an_unknown_outcome_is_settled_by_the_same_commit_again(
    faulty_table: FaultyTable, engine: RunningEngine, fault: Fault
) -> None:
    fill(faulty_table)
    match = a_match()
    hasty = DynamoTable(faulty_table.client, faulty_table.name, retry=Retry(deadline_seconds=0))
    faulty_table.proxy.next(fault)
    # The look at the items fails as well, so that nothing can be found out.
    faulty_table.forger.next("BatchGetItem", throttling())
    with pytest.raises(OutcomeUnknownError):
        hasty.commit(match)
    engine.restart()
    assert faulty_table.commit(match) == Committed(attempts=1, recovered=fault is Fault.LOSE_REPLY)
    assert state(faulty_table) == ("taken", 0, False)


@pytest.mark.parametrize("fault", AFTER_APPLY)
def test_a_number_taken_under_a_fault_leaves_a_gap_only(faulty_table: FaultyTable, fault: Fault) -> None:
    begin = Transaction(uuid4().hex)
    begin.update(INFO, Set("Next", 0))
    assert faulty_table.commit(begin).ok
    assert faulty_table.add(INFO, "Next", 10) == 10
    faulty_table.proxy.next(fault)
    assert faulty_table.add(INFO, "Next", 10) == 30


def test_a_table_is_made_although_the_reply_was_lost(faulty_table: FaultyTable) -> None:
    table = DynamoTable(faulty_table.client, f"lost-{uuid4().hex}", retry=Retry())
    faulty_table.proxy.next(Fault.LOSE_REPLY)
    table.create()
    assert table.exists()
    table.delete()


def test_an_engine_that_is_away_is_named_after_the_deadline() -> None:
    endpoint = f"http://127.0.0.1:{free_port()}"
    client = connect(endpoint_url=endpoint, region="eu-central-1", access_key="local", secret_key="local")
    table = DynamoTable(client, "calls", retry=Retry(deadline_seconds=0.2))
    transaction = Transaction("op")
    transaction.put(ENTRY, {}, when=Condition("new", Absent()))
    for use in (
        lambda: table.get(ENTRY),
        lambda: table.commit(transaction),
        lambda: table.add(INFO, "Next", 1),
    ):
        with pytest.raises(EngineUnavailableError, match=f"DynamoDB at {endpoint} does not answer"):
            use()
    assert table.meter.reading().retries > 3
    client.close()


def test_reads_wait_for_an_engine_that_comes_back(faulty_table: FaultyTable, engine: RunningEngine) -> None:
    fill(faulty_table)
    engine.kill()
    faulty_table.forger.always(lambda _operation, _body: None if engine.is_running else _started(engine))
    assert state(faulty_table) == ("free", 1, True)


def _started(engine: RunningEngine) -> None:
    engine.restart()


@pytest.mark.parametrize("fault", Fault)
def test_an_item_put_under_a_fault_is_there_once_and_its_writer_can_tell(
    faulty_table: FaultyTable, fault: Fault
) -> None:
    faulty_table.proxy.next(fault)

    there = faulty_table.put_new(ENTRY, {"ClientID": "mine"})

    assert (there or {}).get("ClientID", "mine") == "mine"
    assert (there is None) is (fault is Fault.LOSE_REQUEST)
    assert faulty_table.query("Q") == [{**ENTRY_ITEM, "ClientID": "mine"}]
    assert faulty_table.put_new(ENTRY, {"ClientID": "other"}) == {**ENTRY_ITEM, "ClientID": "mine"}


def test_a_forged_refusal_is_checked_against_the_item(faulty_table: FaultyTable) -> None:
    refused = refusal("ConditionalCheckFailedException")
    faulty_table.forger.next("PutItem", refused)
    with pytest.raises(ContendedError):
        faulty_table.put_new(ENTRY, {"ClientID": "mine"})
    assert faulty_table.put_new(ENTRY, {"ClientID": "mine"}) is None
    faulty_table.forger.next("PutItem", refused)
    assert faulty_table.put_new(ENTRY, {}) == {**ENTRY_ITEM, "ClientID": "mine"}


@pytest.mark.parametrize("fault", Fault)
def test_a_change_under_a_fault_holds_or_shows_its_own_effect(
    faulty_table: FaultyTable, fault: Fault
) -> None:
    fill(faulty_table)
    faulty_table.proxy.next(fault)

    blocked = faulty_table.change(AGENT, Set("Status", "taken"), when=FREE)

    assert (blocked is None) is (fault is Fault.LOSE_REQUEST)
    assert blocked is None or (blocked.image or {})["Status"] == "taken"
    assert state(faulty_table)[0] == "taken"


@pytest.mark.parametrize("fault", AFTER_APPLY)
def test_success_in_another_table_is_found_after_a_lost_reply(
    faulty_table: FaultyTable, fault: Fault
) -> None:
    other = DynamoTable(faulty_table.client, f"{faulty_table.name}-messages", retry=Retry())
    other.create()
    fill(faulty_table)
    transaction = Transaction(uuid4().hex)
    mine = transaction.operation_id
    transaction.delete(ENTRY, when=WAITING)
    transaction.put(Key("Log#c1", "1", other.name), {OPERATIONS: [mine]})
    faulty_table.proxy.next(fault)

    assert faulty_table.commit(transaction) == Committed(attempts=2, recovered=fault is Fault.KILL_ENGINE)
    assert other.get(Key("Log#c1", "1")) is not None
    other.delete()


@pytest.mark.parametrize("fault", Fault)
def test_items_expire_whatever_reply_is_lost(faulty_table: FaultyTable, fault: Fault) -> None:
    faulty_table.proxy.harms = frozenset({"UpdateTimeToLive"})
    faulty_table.proxy.next(fault)
    assert faulty_table.ensure_expiry("ExpiresAt") is True
    faulty_table.proxy.harms = WRITES
    assert faulty_table.proxy.happened == [fault]
    assert faulty_table.ensure_expiry("ExpiresAt") is False
