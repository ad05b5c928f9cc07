"""Search of calls: by status, queue, agent, text and time of their end, in pages."""

from datetime import UTC, datetime
from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Schema
from pydantic import AfterValidator, AwareDatetime, BeforeValidator, Field

from api.access.allowed import Allowed, caller_of
from api.access.scopes import Scope
from api.conventions.answers import WHOLE_PAGE, Cursor, Items, Limit
from api.conventions.cursors import Page
from api.conventions.moments import Moment
from api.endpoints.commands.intake_commands import router
from api.endpoints.search.calls_found import Listed, calls_page
from operations.operation import Permission
from reporting.history.search import Question
from routing.folding import search_words
from routing.model.calls import MAX_TEXT_LENGTH, CallStatus
from routing.runtime import router as routing

LONGEST_KEY = 255
# Such a moment also exists in UTC, with others before and after it.
EARLIEST, LATEST = datetime(1970, 1, 1, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC)


def _in_reach(moment: datetime) -> datetime:
    if not EARLIEST <= moment < LATEST:
        raise ValueError("must be of the years 1970 to 9998")
    return moment


def _no_number(text: object) -> object:
    if isinstance(text, str) and text.replace(".", "", 1).lstrip("+-").isdecimal():
        raise ValueError("must be a date and time such as 2026-11-22T08:00:00Z")
    return text


Ended = Annotated[AwareDatetime, BeforeValidator(_no_number), AfterValidator(_in_reach)]


class Asked(Schema):
    """The filters of a search; without any, all calls."""

    status: Annotated[list[CallStatus], Field(max_length=len(CallStatus), description="one or more")] = []  # noqa: RUF012 - pydantic copies it
    queue: Annotated[str, Field(max_length=LONGEST_KEY, description="a call queue's key")] = ""
    agent: Annotated[str, Field(max_length=MAX_TEXT_LENGTH, description="the agent's id")] = ""
    text: Annotated[
        str,
        Field(max_length=MAX_TEXT_LENGTH, description="words in caller, id, agent, queue, topic or source"),
    ] = ""
    scene: Annotated[str, Field(max_length=LONGEST_KEY, description="the scene in which a chat began")] = ""
    outcome: Annotated[str, Field(max_length=LONGEST_KEY, description="the code of an outcome")] = ""
    ended_since: Annotated[Ended | None, Field(description="only calls that ended then or later")] = None
    ended_before: Annotated[Ended | None, Field(description="only calls that ended earlier")] = None

    @property
    def wanted(self) -> Question:
        return Question(
            words=search_words(self.text),
            statuses=frozenset(self.status),
            queue=self.queue,
            agent_id=self.agent,
            scene=self.scene,
            outcome=self.outcome,
            since=self.ended_since,
            before=self.ended_before,
        )


class ListedOut(Schema):
    """A call in a list. `queue` has the key of its call queue, which names language, gender and channel."""

    call_id: str
    status: CallStatus
    queue: str
    caller: str
    source: str
    agent_id: str
    scene: str
    outcome: str
    priority: int
    created_at: Moment
    queued_at: Moment | None
    answered_at: Moment | None
    ended_at: Moment | None
    version: int


# The router is that of the POST to the same address: two would each refuse the other's method.
@router.get("/calls", auth=Allowed(Scope.READ, Permission.VIEW_BOARD), response=Items[ListedOut])
def calls(
    request: HttpRequest, asked: Query[Asked], cursor: Cursor = None, limit: Limit = WHOLE_PAGE
) -> Page[Listed]:
    """Lists calls and chats: active and failed ones, the oldest first, then ended ones, the newest first."""
    caller = caller_of(request)
    with_history = caller.kind == "program" or Permission.PLAN in caller.permissions
    return calls_page(routing(), asked.wanted, cursor=cursor, limit=limit, with_history=with_history)
