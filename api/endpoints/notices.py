"""Notices: short messages to all staff, shown on each device until that device acknowledges them."""

from http import HTTPStatus
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from api.access.allowed import Allowed
from api.access.scopes import Scope
from api.conventions.problems import also
from api.endpoints.chat_fields import Base, Body, ClientId, Number
from api.endpoints.conversing import STAFF, party_in, settled
from api.endpoints.messages import Many
from messaging.model.limits import HIGHEST_NUMBER
from messaging.model.notices import LONGEST_DEVICE, LONGEST_NOTICE
from messaging.runtime import messenger
from messaging.services import notice_send, notices_acknowledge, notices_read
from messaging.shown import notice_shown
from operations.operation import Permission

router = Router(tags=["conversations"])
NOTIFIERS = Allowed(Scope.MESSAGES, Permission.SUPERVISE, sends=True)
OWN_ID = "the device's own id, which it chose and keeps"
Device = Annotated[str, Query(min_length=1, max_length=LONGEST_DEVICE, description=OWN_ID)]
After = Annotated[int, Query(ge=0, le=HIGHEST_NUMBER, description="the last number on the previous page")]


class NoticeIn(Body):
    """A notice to send. Sending the same `client_id` again returns the same notice."""

    client_id: ClientId
    base: Base
    body: Annotated[str, Field(min_length=1, max_length=LONGEST_NOTICE)]


class NoticeOut(Schema):
    """A notice. Numbers have no gaps."""

    number: int
    client_id: str
    sender: str
    body: str
    at: str


class NoticesOut(Schema):
    """Notices in order; the device has acknowledged those up to `read_number`."""

    items: list[NoticeOut]
    read_number: int


class NoticesReadIn(Body):
    """Up to which number a device has shown the notices."""

    device: Annotated[str, Field(min_length=1, max_length=LONGEST_DEVICE, description=OWN_ID)]
    number: Number


class NoticesReadOut(Schema):
    """Up to which number the device has acknowledged."""

    device: str
    read_number: int


@router.post("/notices", auth=NOTIFIERS, response=NoticeOut)
def notice_post(request: HttpRequest, found: NoticeIn) -> dict[str, Any]:
    """Sends a notice to all agents, supervisors and programs, once for each `client_id`."""
    sent = notice_send(
        messenger(), by=party_in(request), client_id=found.client_id, base=found.base, body=found.body
    )
    return notice_shown(sent)


@router.get("/notices", auth=STAFF, response=NoticesOut)
def notices(request: HttpRequest, device: Device, after: After = 0, limit: Many = 50) -> dict[str, Any]:
    """Returns the notices that the device has not acknowledged."""
    found, known = notices_read(messenger(), party=party_in(request), device=device, after=after, limit=limit)
    return {"items": [notice_shown(one) for one in found], "read_number": known}


@router.post("/notices/read", auth=STAFF, response=NoticesReadOut, openapi_extra=also(HTTPStatus.NOT_FOUND))
def notices_read_post(request: HttpRequest, found: NoticesReadIn) -> dict[str, Any]:
    """Acknowledges notices up to a number, for one device of the caller. A lower number changes nothing."""
    party = party_in(request)
    number = notices_acknowledge(messenger(), party=party, device=found.device, number=found.number)
    return {"device": found.device, "read_number": settled(number)}
