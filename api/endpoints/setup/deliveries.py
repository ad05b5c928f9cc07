"""Deliveries of webhooks and callbacks: listed with their attempts, read, sent again."""

from http import HTTPStatus
from typing import Annotated

from django.http import HttpRequest
from ninja import Path, Query, Router, Schema
from pydantic import Field

from api.access.acting import acting_by
from api.conventions.answers import WHOLE_PAGE, Cursor, Items, Limit
from api.conventions.cursors import BadCursorError, Page, cursor_at, place_in
from api.conventions.moments import Moment
from api.conventions.problems import Problem
from api.endpoints.setup.webhooks import ADMINISTRATORS, AttemptOut
from reporting.models import Delivery
from reporting.webhooks.administering import delivery_replay
from reporting.webhooks.deliveries import deliveries_found
from reporting.webhooks.states import State
from routing.runtime import router as routing

router = Router(tags=["webhooks"])
MOST_ID = 2**63 - 1
Id = Annotated[int, Path(ge=1, le=MOST_ID)]
LONGEST_TEXT = 255


class DeliveryOut(Schema):
    """A delivery to a webhook, by its name, or to a callback: `callback:` and its host.

    `due_at` is the next attempt of one that waits. `tries` counts attempts since it was made or replayed.
    """

    id: int
    target: str
    message_id: str
    kind: str
    call_id: str
    state: State
    created_at: Moment
    due_at: Moment | None
    tries: int
    attempts: list[AttemptOut]

    @staticmethod
    def resolve_due_at(found: Delivery) -> object:
        return found.due_at if found.state == State.WAITING else None


class DeliveryWithBodyOut(DeliveryOut):
    """A delivery with the body that is sent."""

    body: str


class DeliveriesAsked(Schema):
    """The filters of the list; without any, all deliveries."""

    target: Annotated[str, Field(max_length=LONGEST_TEXT, description="a webhook's name")] = ""
    call: Annotated[str, Field(max_length=LONGEST_TEXT, description="the id of a call")] = ""
    state: State | None = None


@router.get("/deliveries", auth=ADMINISTRATORS, response=Items[DeliveryOut])
def deliveries(
    request: HttpRequest, asked: Query[DeliveriesAsked], cursor: Cursor = None, limit: Limit = WHOLE_PAGE
) -> Page[Delivery]:
    """Lists deliveries, newest first."""
    before = _before(cursor) if cursor else None
    state = str(asked.state or "")
    found = deliveries_found(asked.target, call_id=asked.call, state=state, before=before, most=limit + 1)
    shown = found[:limit]
    return Page(shown, cursor_at((shown[-1].pk,)) if len(found) > limit else None)


@router.get("/deliveries/{delivery_id}", auth=ADMINISTRATORS, response=DeliveryWithBodyOut)
def delivery(request: HttpRequest, delivery_id: Id) -> Delivery:
    """Returns one delivery with its body."""
    return _existing(Delivery.objects.filter(pk=delivery_id).first())


@router.post("/deliveries/{delivery_id}/replay", auth=ADMINISTRATORS, response=DeliveryOut)
def delivery_replayed(request: HttpRequest, delivery_id: Id) -> Delivery:
    """Sends a delivery again, with the same id; one that waits stays as it is."""
    return _existing(delivery_replay(acting_by(request, routing()), delivery_id))


def _before(cursor: str) -> int:
    match place_in(cursor):
        case (int() as found,) if 0 < found <= MOST_ID:
            return found
    raise BadCursorError(cursor)


def _existing(found: Delivery | None) -> Delivery:
    if found is None:
        sentence = "There is no such delivery. Old ones are removed."
        raise Problem(HTTPStatus.NOT_FOUND, sentence, "unknown_delivery", "delivery_id")
    return found
