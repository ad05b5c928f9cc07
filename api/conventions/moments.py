"""Moments in answers: UTC, ISO 8601 with microseconds, so that text order is time order. Pure."""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import PlainSerializer, WithJsonSchema


def to_text(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


Moment = Annotated[
    datetime,
    PlainSerializer(to_text, return_type=str),
    WithJsonSchema({"type": "string", "format": "date-time"}, mode="serialization"),
]
