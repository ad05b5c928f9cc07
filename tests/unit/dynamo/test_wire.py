"""Wire: replies other than plain success, below boto3's operations and through them."""

import pytest
from mypy_boto3_dynamodb import DynamoDBClient

from dynamo.aws_table import DynamoTable
from dynamo.client import connect
from dynamo.exceptions import EngineUnavailableError, InvalidRequestError
from dynamo.items import Key
from dynamo.retry import Retry
from tests.faults.answers import Answer, refusal, success
from tests.faults.forger import Forger


class Garbled(Answer):
    """A reply whose body is no JSON, as a proxy in between may send."""

    @property
    def text(self) -> bytes:
        return b"<html>Bad gateway</html>"


@pytest.fixture(
    scope="module",
    params=[("http://127.0.0.1:9", True), ("http://192.0.2.1:9", True), ("http://127.0.0.1:9", False)],
    ids=["direct", "plain", "boto3"],
)
def client(request: pytest.FixtureRequest) -> DynamoDBClient:
    endpoint, plain_json = request.param
    return connect(
        endpoint_url=endpoint, region="eu-central-1", access_key="x", secret_key="x", plain_json=plain_json
    )


@pytest.mark.parametrize("answer", [Garbled(200, {}), Garbled(502, {}), Answer(503, {})])
def test_a_garbled_reply_is_no_reply(client: DynamoDBClient, answer: Answer) -> None:
    table = DynamoTable(client, "calls", retry=Retry(deadline_seconds=0))
    with Forger(client) as forger:
        forger.next("GetItem", answer)
        with pytest.raises(EngineUnavailableError):
            table.get(Key("a", "1"))


def test_an_error_keeps_its_code_and_message(client: DynamoDBClient) -> None:
    table = DynamoTable(client, "calls", retry=Retry())
    with Forger(client) as forger:
        forger.next("GetItem", refusal("AccessDeniedException", "not you"))
        with pytest.raises(InvalidRequestError, match="AccessDeniedException: not you"):
            table.get(Key("a", "1"))


def test_letters_of_all_languages_travel(client: DynamoDBClient) -> None:
    table = DynamoTable(client, "calls", retry=Retry())
    with Forger(client) as forger:
        forger.next("GetItem", success(Item={"pk": {"S": "Grüße"}, "sk": {"S": "𝄞"}}))
        assert table.get(Key("Grüße", "𝄞")) == {"pk": "Grüße", "sk": "𝄞"}
        assert forger.sent[0][1]["Key"] == {"pk": {"S": "Grüße"}, "sk": {"S": "𝄞"}}


def test_items_left_out_of_a_batch_are_asked_for_again(client: DynamoDBClient) -> None:
    table = DynamoTable(client, "calls", retry=Retry(base_seconds=0))
    one, two = ({"pk": {"S": "a"}, "sk": {"S": sk}} for sk in "12")
    left = {"calls": {"Keys": [two], "ConsistentRead": True}}
    with Forger(client) as forger:
        forger.next("BatchGetItem", success(Responses={"calls": [one]}, UnprocessedKeys=left))
        forger.next("BatchGetItem", success(Responses={"calls": [two]}, UnprocessedKeys={}))
        assert set(table.get_many([Key("a", "1"), Key("a", "2")])) == {Key("a", "1"), Key("a", "2")}
        assert forger.sent[1][1]["RequestItems"] == left
