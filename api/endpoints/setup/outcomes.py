"""Outcomes of calls and chats: the codes that agents choose from."""

from collections.abc import Sequence

from django.http import HttpRequest
from ninja import Router, Schema

from api.access.allowed import Allowed
from api.access.scopes import Scope
from operations.operation import Permission
from routing.model.contact_outcomes import Group
from routing.runtime import router as routing

router = Router(tags=["calls"])


class GroupOut(Schema):
    """A group of outcomes; the outcome `booked` of the group `sales` has the code `sales.booked`."""

    code: str
    label: str
    codes: dict[str, str]


class OutcomesOut(Schema):
    """The outcomes, by group; none if none are set."""

    groups: list[GroupOut]


@router.get("/outcomes", auth=Allowed(Scope.READ, Permission.VIEW_BOARD), response=OutcomesOut)
def outcomes(request: HttpRequest) -> dict[str, Sequence[Group]]:
    """Returns the outcomes that agents choose from."""
    return {"groups": routing().outcomes.groups}
