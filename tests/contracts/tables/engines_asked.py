"""Plain requests to an engine, past the product's layer, and the part of the answer that matters."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from botocore.exceptions import ClientError
from mypy_boto3_dynamodb import DynamoDBClient

from dynamo.items import INDEX, INDEX_PK

LARGE = {"Text": {"S": "x" * 300_000}}
ONE = {":one": {"N": "1"}}


@dataclass(frozen=True)
class Asked:
    """An engine, by its client, and a table on it. Answers are capacity units or the code of a refusal."""

    client: DynamoDBClient
    table: str

    def put(self, sk: str, **attributes: dict[str, Any]) -> Any:
        """A transaction of one put into the partition `a`."""
        return self._write("Put", Item={**_key(sk), **attributes})

    def update(self, expression: str) -> Any:
        """A transaction of one update of the item `a`, `1`, with the number `:one`."""
        return self._write(
            "Update", Key=_key("1"), UpdateExpression=expression, ExpressionAttributeValues=ONE
        )

    def read_large(self, count: int) -> Any:
        """A transaction of reads of items of 300 KB, written before."""
        names = [f"large {number:02}" for number in range(count)]
        for name in names:
            self.put(name, **LARGE)
        gets = [{"Get": {"TableName": self.table, "Key": _key(name)}} for name in names]
        return _units(self.client.transact_get_items, TransactItems=gets)

    def page_of_large(self, count: int) -> int:
        """The number of items of 300 KB on the first page of a query."""
        for number in range(count):
            self.put(f"large {number:02}", **LARGE)
        return int(self._query("a", KeyConditionExpression="pk = :pk AND sk > :large")["Count"])

    def set_read(self, *members: str) -> list[str]:
        """A set of texts in the order in which it is returned."""
        self.put("2", Set={"SS": members})
        return list(self.client.get_item(TableName=self.table, Key=_key("2"))["Item"]["Set"]["SS"])

    def nothing(self) -> Any:
        """A query of an empty partition."""
        return _units(self._query, pk="b", KeyConditionExpression="pk = :pk", ConsistentRead=True)

    def nothing_due(self) -> Any:
        """A query of an empty group of the index."""
        return _units(self._query, pk="b", IndexName=INDEX, KeyConditionExpression=f"{INDEX_PK} = :pk")

    def batch_of_nothing(self) -> Any:
        """A batch of one missing item."""
        wanted = {self.table: {"Keys": [_key("9")], "ConsistentRead": True}}
        return _units(self.client.batch_get_item, RequestItems=wanted)

    def _query(self, pk: str, **request: Any) -> Any:
        values = {":pk": {"S": pk}}
        if ":large" in request["KeyConditionExpression"]:
            values[":large"] = {"S": "large"}
        return self.client.query(TableName=self.table, ExpressionAttributeValues=values, **request)

    def _write(self, kind: str, **request: object) -> Any:
        action = {kind: {"TableName": self.table, **request}}
        return _units(self.client.transact_write_items, TransactItems=[action])


def _key(sk: str) -> dict[str, Any]:
    return {"pk": {"S": "a"}, "sk": {"S": sk}}


def _units(send: Callable[..., Any], **request: object) -> Any:
    try:
        consumed = send(**request, ReturnConsumedCapacity="TOTAL")["ConsumedCapacity"]
    except ClientError as error:
        return error.response["Error"]["Code"]
    return (consumed[0] if isinstance(consumed, list) else consumed)["CapacityUnits"]
