"""Commit under forged replies: no engine, so every request must have its answer."""

from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from botocore.config import Config
from botocore.exceptions import EndpointConnectionError, ReadTimeoutError
from mypy_boto3_dynamodb import DynamoDBClient

from dynamo.aws_table import DynamoTable
from dynamo.changes import Append
from dynamo.client import connect
from dynamo.conditions import Condition, Equals, Exists
from dynamo.exceptions import (
    ContendedError,
    DynamoError,
    EngineUnavailableError,
    InvalidRequestError,
    OutcomeUnknownError,
    TableMissingError,
    ThrottledError,
)
from dynamo.items import Attributes, Key
from dynamo.retry import Retry
from dynamo.transaction import OPERATIONS, Committed, Failure, Outcome, Refused, Transaction
from tests.faults.answers import (
    Answer,
    cancellation,
    conflict,
    in_progress,
    refusal,
    success,
    throttled_transaction,
    throttling,
    unavailable,
)
from tests.faults.forger import Forger

AGENT, ENTRY = Key("AllAgents", "1"), Key("Queue", "1")
NOBODY = "http://127.0.0.1:9"
FAILED = "ConditionalCheckFailed"
LOST = ReadTimeoutError(endpoint_url=NOBODY)
REFUSED_CONNECTION = EndpointConnectionError(endpoint_url=NOBODY)


class Bench:
    """A table whose every reply is forged, and which gives up after the last one prepared."""

    def __init__(self, client: DynamoDBClient, forger: Forger) -> None:
        self.client = client
        self.forger = forger
        self._now = 0.0

    def commit(self, *answers: Answer | Exception, then: Answer | None = None) -> Outcome:
        """Commits against these answers; `then` answers the look at the items that may follow."""
        self.forger.next("TransactWriteItems", *answers)
        if then is not None:
            self.forger.next("BatchGetItem", then)
        retry = Retry(
            deadline_seconds=len(answers), clock=self._tick, sleep=lambda _: None, random=lambda: 0.0
        )
        return DynamoTable(self.client, "calls", retry=retry).commit(a_transaction())

    def _tick(self) -> float:
        self._now += 1.0
        return self._now


@pytest.fixture(scope="module", params=[True, False], ids=["plain", "boto3"])
def client(request: pytest.FixtureRequest) -> DynamoDBClient:
    return connect(
        endpoint_url=NOBODY, region="eu-central-1", access_key="x", secret_key="x", plain_json=request.param
    )


@pytest.fixture
def bench(client: DynamoDBClient) -> Iterator[Bench]:
    with Forger(client) as forger:
        yield Bench(client, forger)


def a_transaction() -> Transaction:
    transaction = Transaction("op-1")
    transaction.update(
        AGENT, Append(OPERATIONS, ["op-1"]), when=Condition("free", Equals("Status", "queued"))
    )
    transaction.delete(ENTRY, when=Condition("waiting", Exists()))
    return transaction


def agent(*operations: str) -> dict[str, Any]:
    listed = {"L": [{"S": operation} for operation in operations]}
    return {"pk": {"S": AGENT.pk}, "sk": {"S": AGENT.sk}, OPERATIONS: listed}


def found(*items: dict[str, Any]) -> Answer:
    return success(Responses={"calls": list(items)})


def test_it_sends_the_token_and_asks_for_old_items(bench: Bench) -> None:
    assert bench.commit(success()) == Committed(attempts=1)
    ((operation, body),) = bench.forger.sent
    assert operation == "TransactWriteItems"
    assert body["ClientRequestToken"] == "op-1"
    assert [
        next(iter(action.values()))["ReturnValuesOnConditionCheckFailure"] for action in body["TransactItems"]
    ] == [
        "ALL_OLD",
        "ALL_OLD",
    ]


def test_a_failed_condition_is_named_with_the_item_that_was_found(bench: Bench) -> None:
    answer = cancellation(FAILED, None, items={0: agent("other")})
    image: Attributes = {"pk": AGENT.pk, "sk": AGENT.sk, OPERATIONS: ["other"]}
    assert bench.commit(answer) == Refused((Failure(AGENT, "free", image, FAILED),), attempts=1)


def test_a_busy_item_is_listed_beside_a_failed_condition(bench: Bench) -> None:
    outcome = bench.commit(cancellation("TransactionConflict", FAILED))
    assert outcome == Refused(
        (Failure(AGENT, "free", None, "TransactionConflict"), Failure(ENTRY, "waiting", None, FAILED)),
        attempts=1,
    )


@pytest.mark.parametrize(
    "transient",
    [
        conflict(2),
        throttled_transaction(2),
        throttling(),
        in_progress(),
        unavailable(),
        LOST,
        REFUSED_CONNECTION,
    ],
)
def test_it_sends_the_very_same_request_again(bench: Bench, transient: Answer | Exception) -> None:
    assert bench.commit(transient, transient, success()) == Committed(attempts=3)
    assert bench.forger.sent[0] == bench.forger.sent[1] == bench.forger.sent[2]


def test_the_own_operation_id_on_an_old_item_means_success(bench: Bench) -> None:
    refused = cancellation(FAILED, FAILED, items={0: agent("op-0", "op-1", "op-2")})
    assert bench.commit(LOST, refused) == Committed(attempts=2, recovered=True)


def test_a_duplicate_of_an_old_commit_is_recognised_at_the_first_send(bench: Bench) -> None:
    refused = cancellation(FAILED, FAILED, items={0: agent("op-1")})
    assert bench.commit(refused) == Committed(attempts=1, recovered=True)


@pytest.mark.parametrize("doubtful", [LOST, unavailable(), in_progress()])
def test_after_a_doubtful_send_the_items_that_passed_are_asked_too(
    bench: Bench, doubtful: Answer | Exception
) -> None:
    outcome = bench.commit(doubtful, cancellation(None, FAILED), then=found(agent("op-1")))
    assert outcome == Committed(attempts=2, recovered=True)


def test_after_a_doubtful_send_items_without_the_id_prove_the_refusal(bench: Bench) -> None:
    outcome = bench.commit(LOST, cancellation(None, FAILED), then=found(agent("other")))
    assert outcome == Refused((Failure(ENTRY, "waiting", None, FAILED),), attempts=2)


def test_after_a_doubtful_send_with_no_item_left_to_ask_nobody_knows(bench: Bench) -> None:
    with pytest.raises(OutcomeUnknownError, match="No reply to op-1 in 2 attempts"):
        bench.commit(LOST, cancellation(FAILED, FAILED), then=found())


def test_no_look_is_needed_when_no_send_can_have_been_applied(bench: Bench) -> None:
    outcome = bench.commit(conflict(2), throttling(), REFUSED_CONNECTION, cancellation(None, FAILED))
    assert outcome == Refused((Failure(ENTRY, "waiting", None, FAILED),), attempts=4)
    assert bench.forger.count("BatchGetItem") == 0


@pytest.mark.parametrize(
    ("answers", "error"),
    [
        ((conflict(2), conflict(2, at=1)), ContendedError((ENTRY,), 2)),
        ((conflict(2), throttled_transaction(2)), ThrottledError("transact_write_items", 2)),
        ((conflict(2), throttling()), ThrottledError("transact_write_items", 2)),
        ((conflict(2), REFUSED_CONNECTION), EngineUnavailableError(NOBODY)),
    ],
)
def test_at_the_deadline_it_says_that_nothing_was_applied(
    bench: Bench, answers: tuple[Answer | Exception, ...], error: DynamoError
) -> None:
    with pytest.raises(type(error)) as caught:
        bench.commit(*answers)
    assert vars(caught.value) == vars(error)


@pytest.mark.parametrize(
    "last", [conflict(2), throttling(), REFUSED_CONNECTION, LOST, unavailable(), in_progress()]
)
def test_one_doubtful_send_makes_the_deadline_doubtful(bench: Bench, last: Answer | Exception) -> None:
    with pytest.raises(OutcomeUnknownError) as caught:
        bench.commit(LOST, last, then=found(agent("other")))
    assert (caught.value.operation, caught.value.attempts) == ("op-1", 2)


def test_at_the_deadline_an_item_may_still_prove_success(bench: Bench) -> None:
    outcome = bench.commit(LOST, LOST, then=found(agent("op-1")))
    assert outcome == Committed(attempts=2, recovered=True)


def test_a_missing_table_is_said_at_once(bench: Bench) -> None:
    with pytest.raises(TableMissingError, match="Table calls does not exist"):
        bench.commit(refusal("ResourceNotFoundException"))


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (refusal("ValidationException", "too big"), "ValidationException: too big"),
        (
            refusal("IdempotentParameterMismatchException", "other"),
            "IdempotentParameterMismatchException: other",
        ),
        (cancellation("ValidationError", FAILED), "ValidationError"),
    ],
)
def test_a_mistake_is_not_repeated(bench: Bench, answer: Answer, reason: str) -> None:
    with pytest.raises(InvalidRequestError, match=reason):
        bench.commit(answer)
    assert bench.forger.count("TransactWriteItems") == 1


def test_a_mistake_after_a_doubtful_send_leaves_the_fate_open(bench: Bench) -> None:
    with pytest.raises(OutcomeUnknownError):
        bench.commit(LOST, refusal("ExpiredTokenException"), then=found())


@pytest.fixture
def stubborn_client() -> DynamoDBClient:
    """A client not made by `connect`, with one retry."""
    config = Config(retries={"mode": "standard", "total_max_attempts": 2}, parameter_validation=False)
    return boto3.client(
        "dynamodb",
        endpoint_url=NOBODY,
        region_name="eu-central-1",
        aws_access_key_id="x",
        aws_secret_access_key="x",
        config=config,
    )


def test_sends_that_botocore_makes_by_itself_are_doubtful_too(stubborn_client: DynamoDBClient) -> None:
    with Forger(stubborn_client) as forger:
        bench = Bench(stubborn_client, forger)
        outcome = bench.commit(LOST, cancellation(None, FAILED), then=found(agent("op-1")))
        assert outcome == Committed(attempts=2, recovered=True)


def test_a_refused_connection_proves_nothing_if_botocore_may_have_sent_before(
    stubborn_client: DynamoDBClient,
) -> None:
    with Forger(stubborn_client) as forger:
        forger.next("TransactWriteItems", LOST, REFUSED_CONNECTION)
        forger.next("BatchGetItem", found(agent("other")))
        table = DynamoTable(stubborn_client, "calls", retry=Retry(deadline_seconds=0))
        with pytest.raises(OutcomeUnknownError):
            table.commit(a_transaction())
