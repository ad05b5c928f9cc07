"""Requests in DynamoDB's words, from keys, actions and conditions; sends nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from dynamo.items import INDEX, INDEX_PK, INDEX_SK, PK, SK
from dynamo.protocol.codec import encode
from dynamo.protocol.rendering import Rendering
from dynamo.transaction import ActionKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dynamo.changes import Add, Change
    from dynamo.items import Key
    from dynamo.protocol.codec import AttributeValues
    from dynamo.transaction import Action, Transaction

Request: TypeAlias = dict[str, Any]

_CAPACITY: Final = {"ReturnConsumedCapacity": "TOTAL"}
_WORDS: Final = {
    ActionKind.PUT: "Put",
    ActionKind.UPDATE: "Update",
    ActionKind.DELETE: "Delete",
    ActionKind.CHECK: "ConditionCheck",
}


def create_table(table: str) -> Request:
    """CreateTable: keys `pk` and `sk`, both strings, the sparse index, billed on demand."""
    return {
        "TableName": table,
        "BillingMode": "PAY_PER_REQUEST",
        "KeySchema": _key_schema(PK, SK),
        "AttributeDefinitions": _strings(PK, SK, INDEX_PK, INDEX_SK),
        "GlobalSecondaryIndexes": [_index()],
    }


def add_index(table: str) -> Request:
    """UpdateTable that adds the sparse index."""
    return {
        "TableName": table,
        "AttributeDefinitions": _strings(INDEX_PK, INDEX_SK),
        "GlobalSecondaryIndexUpdates": [{"Create": _index()}],
    }


def expire_by(table: str, attribute: str) -> Request:
    """UpdateTimeToLive: items go some time after the moment in the attribute, in seconds of the epoch."""
    return {
        "TableName": table,
        "TimeToLiveSpecification": {"Enabled": True, "AttributeName": attribute},
    }


def _index() -> Request:
    return {
        "IndexName": INDEX,
        "KeySchema": _key_schema(INDEX_PK, INDEX_SK),
        "Projection": {"ProjectionType": "KEYS_ONLY"},
    }


def _key_schema(partition: str, sort: str) -> list[Request]:
    return [
        {"AttributeName": partition, "KeyType": "HASH"},
        {"AttributeName": sort, "KeyType": "RANGE"},
    ]


def _strings(*names: str) -> list[Request]:
    return [{"AttributeName": name, "AttributeType": "S"} for name in names]


def get_item(table: str, key: Key) -> Request:
    """GetItem, strongly consistent."""
    return {**_place(table, key), "ConsistentRead": True, **_CAPACITY}


def batch_get_item(table: str, keys: Sequence[Key], *, consistent: bool = True) -> Request:
    """BatchGetItem; at most 100 keys, no key twice."""
    wanted: Request = {}
    for key in keys:
        of_table = wanted.setdefault(key.table or table, {"Keys": [], "ConsistentRead": consistent})
        of_table["Keys"].append(encode_key(key))
    return {"RequestItems": wanted, **_CAPACITY}


def transact_get_items(table: str, keys: Sequence[Key]) -> Request:
    """TransactGetItems; at most 100 keys, no key twice."""
    gets = [{"Get": _place(table, key)} for key in keys]
    return {"TransactItems": gets, **_CAPACITY}


def query(
    table: str,
    pk: str,
    *,
    prefix: str,
    newest_first: bool,
    consistent: bool = True,
    first: str = "",
    last: str = "",
) -> Request:
    """Query of one partition, without limit. A prefix goes before a range: a request takes one of the two."""
    to = Rendering()
    condition = f"{to.name(PK)} = {to.value(pk)}"
    if prefix:
        condition += f" AND begins_with({to.name(SK)}, {to.value(prefix)})"
    else:
        condition += _in_range(to, SK, first, last)
    return {
        "TableName": table,
        "KeyConditionExpression": condition,
        "ConsistentRead": consistent,
        "ScanIndexForward": not newest_first,
        **_placeholders(to),
        **_CAPACITY,
    }


def query_index(table: str, group: str, *, until: str, newest_first: bool, since: str = "") -> Request:
    """Query of one group of the sparse index, in a range of sort values if any; never strongly consistent."""
    to = Rendering()
    condition = f"{to.name(INDEX_PK)} = {to.value(group)}" + _in_range(to, INDEX_SK, since, until)
    return {
        "TableName": table,
        "IndexName": INDEX,
        "KeyConditionExpression": condition,
        "ScanIndexForward": not newest_first,
        **_placeholders(to),
        **_CAPACITY,
    }


def _in_range(to: Rendering, attribute: str, first: str, last: str) -> str:
    if first and last:
        return f" AND {to.name(attribute)} BETWEEN {to.value(first)} AND {to.value(last)}"
    if first or last:
        return f" AND {to.name(attribute)} {'<=' if last else '>='} {to.value(first or last)}"
    return ""


def scan(table: str) -> Request:
    """Scan of the whole table, strongly consistent."""
    return {"TableName": table, "ConsistentRead": True, **_CAPACITY}


def next_page(request: Request, page: dict[str, Any]) -> Request | None:
    """The request for what follows a page of a query or scan; None if it was the last."""
    last = page.get("LastEvaluatedKey")
    return {**request, "ExclusiveStartKey": last} if last else None


def add_to_number(table: str, key: Key, change: Add) -> Request:
    """UpdateItem that adds to an existing number, returning the new value."""
    to = Rendering()
    return {
        **_place(table, key),
        "UpdateExpression": _update_expression((change,), to),
        "ConditionExpression": f"attribute_type({to.name(change.attribute)}, {to.value('N')})",
        "ReturnValues": "UPDATED_NEW",
        **_placeholders(to),
        **_CAPACITY,
    }


def write_item(table: str, action: Action) -> Request:
    """PutItem or UpdateItem, with the old item in the answer if the condition fails."""
    return {**_action(table, action), **_CAPACITY}


def transact_write_items(table: str, transaction: Transaction, *, token: bool) -> Request:
    """TransactWriteItems, with the operation id as token if wanted. Every action with a condition asks for
    the old item if the condition fails.
    """
    return {
        **({"ClientRequestToken": transaction.operation_id} if token else {}),
        "TransactItems": [{_WORDS[action.kind]: _action(table, action)} for action in transaction.actions],
        **_CAPACITY,
    }


def _place(table: str, key: Key) -> Request:
    return {"TableName": key.table or table, "Key": encode_key(key)}


def encode_key(key: Key) -> AttributeValues:
    """The key as DynamoDB carries it."""
    return {PK: {"S": key.pk}, SK: {"S": key.sk}}


def _action(table: str, action: Action) -> Request:
    to = Rendering()
    request: Request = {"TableName": action.key.table or table}
    if action.attributes is not None:
        request["Item"] = encode(action.attributes)
    else:
        request["Key"] = encode_key(action.key)
    if action.changes:
        request["UpdateExpression"] = _update_expression(action.changes, to)
    if action.when is not None:
        request["ConditionExpression"] = action.when.render(to)
        request["ReturnValuesOnConditionCheckFailure"] = "ALL_OLD"
    request.update(_placeholders(to))
    return request


def _update_expression(changes: Sequence[Change], to: Rendering) -> str:
    sections: dict[str, list[str]] = {}
    for change in changes:
        sections.setdefault(change.section, []).append(change.render(to))
    return " ".join([f"{section} {', '.join(terms)}" for section, terms in sections.items()])


def _placeholders(to: Rendering) -> Request:
    # DynamoDB refuses an empty map of either.
    request: Request = {}
    if to.names:
        request["ExpressionAttributeNames"] = to.names
    if to.values:
        request["ExpressionAttributeValues"] = to.values
    return request
