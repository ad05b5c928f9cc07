"""Canned replies: shared ones and the caller's own."""

from enum import StrEnum
from http import HTTPStatus
from typing import Annotated

from django.http import HttpRequest
from ninja import Path, Query, Router, Schema
from pydantic import Field

from api.access.allowed import caller_of
from api.access.scopes import Scope
from api.conventions.moments import Moment
from api.conventions.problems import Problem
from api.endpoints.chat_fields import Body
from api.endpoints.conversing import STAFF, party_in
from api.endpoints.desk import acting
from messaging.administration.reply_changes import replies_read, reply_remove, reply_save
from messaging.model.limits import LONGEST_REPLY_ID
from messaging.model.outcomes import Conflict
from messaging.model.replies import SHARED, Reply
from messaging.runtime import messenger
from operations.operation import Permission

router = Router(tags=["conversations"])
ReplyId = Annotated[str, Path(max_length=LONGEST_REPLY_ID)]


class Whose(StrEnum):
    """Whose replies: those of everybody, or the caller's own."""

    SHARED = "shared"
    OWN = "own"


class ReplyIn(Body):
    """A reply; `body` may have {customer}, {agent}, {scene} and {context.<key>}, which the desk fills in."""

    version: Annotated[
        int, Field(strict=True, ge=0, description="the version that you read; 0 for a new reply")
    ]
    title: str
    body: str


class ReplyOut(Schema):
    """A reply with its version."""

    reply_id: str
    title: str
    body: str
    version: int
    changed_by: str
    changed_at: Moment | None


class RepliesOut(Schema):
    """The replies, by title."""

    shared: list[ReplyOut]
    own: list[ReplyOut]


@router.get("/replies", auth=STAFF, response=RepliesOut)
def replies(request: HttpRequest) -> dict[str, list[Reply]]:
    """Returns the shared replies and those of the caller."""
    own = str(party_in(request))
    return {name: replies_read(messenger(), owner=owner) for name, owner in ((SHARED, SHARED), ("own", own))}


@router.put("/replies/{whose}/{reply_id}", auth=STAFF, response=ReplyOut)
def reply_put(request: HttpRequest, whose: Whose, reply_id: ReplyId, found: ReplyIn) -> Reply:
    """Saves a reply at the version that you read; shared ones: supervisors, and programs with `admin`."""
    owner, chats = _owner(request, whose), acting(request)
    saved = reply_save(
        chats.messenger,
        chats.router,
        owner=owner,
        reply_id=reply_id,
        title=found.title,
        body=found.body,
        expected_version=found.version,
    )
    if isinstance(saved, Conflict):
        raise _changed(saved, owner, reply_id)
    return saved


@router.delete("/replies/{whose}/{reply_id}", auth=STAFF, response=ReplyOut | None)
def reply_delete(
    request: HttpRequest, whose: Whose, reply_id: ReplyId, version: Annotated[int, Query(ge=0)]
) -> None:
    """Removes a reply at the version that you read."""
    owner, chats = _owner(request, whose), acting(request)
    refused = reply_remove(
        chats.messenger, chats.router, owner=owner, reply_id=reply_id, expected_version=version
    )
    if refused is not None:
        raise _changed(refused, owner, reply_id)


def _owner(request: HttpRequest, whose: Whose) -> str:
    """Whose replies are changed. Raises Problem: 403."""
    caller, party = caller_of(request), party_in(request)
    if whose is Whose.OWN:
        return str(party)
    if caller.kind == "program" and Scope.ADMIN not in caller.scopes:
        sentence = f"The token needs the scope {Scope.ADMIN}."
        raise Problem(HTTPStatus.FORBIDDEN, sentence, "scope_missing", field="scope")
    if caller.kind != "program" and Permission.SUPERVISE not in caller.permissions:
        sentence = f"Your account needs the permission {Permission.SUPERVISE}."
        raise Problem(HTTPStatus.FORBIDDEN, sentence, "permission_missing")
    return SHARED


def _changed(outcome: Conflict, owner: str, reply_id: str) -> Problem:
    """409 with the current reply."""
    found = (one for one in replies_read(messenger(), owner=owner) if one.reply_id == reply_id)
    present = next(found, None)
    shown = ReplyOut.model_validate(present).model_dump(mode="json") if present else None
    return Problem(HTTPStatus.CONFLICT, outcome.reason, present={"reply": shown} if shown else {})
