"""Parts of answers: pages of a kind of item, sorted texts, versions."""

from typing import Annotated, Generic, TypeVar

from ninja import Query, Schema
from pydantic import BaseModel, BeforeValidator, ConfigDict

from api.conventions.cursors import LONGEST_CURSOR, MOST_ON_A_PAGE, PAGE_SIZE

T = TypeVar("T")


class Shown(BaseModel):
    """A part of answers, read from attributes at once; a `Schema` goes through Python for each of them."""

    model_config = ConfigDict(from_attributes=True)


class Items(Schema, Generic[T]):
    """A page: `next` is the `cursor` of the following one, null on the last."""

    items: list[T]
    next: str | None


Sorted = Annotated[list[str], BeforeValidator(sorted)]
Cursor = Annotated[str | None, Query(description="the `next` of the page before", max_length=LONGEST_CURSOR)]
Limit = Annotated[int, Query(description="items on a page", ge=1, le=MOST_ON_A_PAGE)]
WHOLE_PAGE = PAGE_SIZE


def etag(version: int | str) -> str:
    """The header that `If-Match` of a command repeats."""
    return f'"{version}"'
