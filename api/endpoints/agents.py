"""Agents: skills, status, choice, present call."""

from django.http import HttpRequest, HttpResponse
from ninja import Router, Schema

from api.access.allowed import Allowed
from api.access.scopes import Scope
from api.conventions.answers import WHOLE_PAGE, Cursor, Items, Limit, Sorted, etag
from api.conventions.cursors import Page, page_of
from api.conventions.moments import Moment
from operations.operation import Permission
from routing import selectors
from routing.exceptions import UnknownAgentError
from routing.model.agents import Agent, AgentStatus, Choice
from routing.runtime import router as routing

router = Router(tags=["agents"])


class AgentOut(Schema):
    """An agent. `until` is when its status ends by itself, `choice` what it returns to after a call.

    An agent who chats has a second row, `<agent_id>~chat` with the `channel` chat: how many chats it can hold
    at once (`slots`), and the chats in progress that it holds.
    """

    agent_id: str
    name: str
    gender: str
    languages: Sorted
    topics: Sorted
    status: AgentStatus
    status_since: Moment
    until: Moment | None
    choice: Choice
    pause_reason: str
    missed_offers: int
    call_id: str | None
    channel: str
    slots: int
    held: Sorted
    version: int


@router.get("/agents", auth=Allowed(Scope.READ, Permission.VIEW_BOARD), response=Items[AgentOut])
def agents(request: HttpRequest, cursor: Cursor = None, limit: Limit = WHOLE_PAGE) -> Page[Agent]:
    """Lists the agents, by name."""
    return page_of(selectors.agents(routing()), _place, cursor=cursor, limit=limit)


def _place(one: Agent) -> tuple[str, str]:
    return (one.name, one.agent_id)


@router.get("/agents/{path:agent_id}", auth=Allowed(Scope.READ, Permission.VIEW_BOARD), response=AgentOut)
def agent(request: HttpRequest, response: HttpResponse, agent_id: str) -> Agent:
    """Returns one agent, or with `~chat` after the id the agent's chat row."""
    found = selectors.agent(routing(), agent_id)
    if found is None:
        raise UnknownAgentError(agent_id[:80])
    response.headers["ETag"] = etag(found.version)
    return found
