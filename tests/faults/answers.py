"""Forged replies: those that DynamoDB gives under load and the embedded engine never does."""

import json
from dataclasses import dataclass
from typing import Any

NAMESPACE = "com.amazonaws.dynamodb.v20120810#"


@dataclass(frozen=True)
class Answer:
    """An HTTP reply: status and JSON body."""

    status: int
    body: dict[str, Any]

    @property
    def text(self) -> bytes:
        """The body as it travels."""
        return json.dumps(self.body).encode()


def success(**body: Any) -> Answer:
    """What an applied request is told."""
    return Answer(200, body)


def refusal(code: str, message: str = "forged", **more: Any) -> Answer:
    """A refusal with an error code, such as ThrottlingException."""
    return Answer(400, {"__type": NAMESPACE + code, "message": message, **more})


def cancellation(*codes: str | None, items: dict[int, dict[str, Any]] | None = None) -> Answer:
    """A cancelled transaction: a reason code for each action, None for those not at fault; `items` are the
    old images, in DynamoDB's own words, by place.
    """
    reasons = [
        {"Code": code or "None", **({"Item": items[place]} if items and place in items else {})}
        for place, code in enumerate(codes)
    ]
    return refusal("TransactionCanceledException", CancellationReasons=reasons)


def conflict(actions: int, *, at: int = 0) -> Answer:
    """A cancelled transaction because the item at one place was busy."""
    return cancellation(*("TransactionConflict" if place == at else None for place in range(actions)))


def throttled_transaction(actions: int) -> Answer:
    """A cancelled transaction because there was no capacity for its first item."""
    return cancellation("ThrottlingError", *[None] * (actions - 1))


def throttling() -> Answer:
    """The whole request was throttled."""
    return refusal("ProvisionedThroughputExceededException")


def in_progress() -> Answer:
    """A request with the same token is being worked on."""
    return refusal("TransactionInProgressException")


def unavailable() -> Answer:
    """A server error; whether anything was applied is not said."""
    return Answer(503, {"__type": NAMESPACE + "InternalServerError", "message": "forged"})
