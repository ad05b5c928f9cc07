"""Agents: skills, status, choice, present call."""

from http import HTTPStatus
from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema
from pydantic import Field, StrictBool

from accounts.seats import agent_remove
from api.access.acting import acting_by
from api.access.allowed import Allowed, caller_of
from api.access.scopes import Scope
from api.conventions.answers import WHOLE_PAGE, Cursor, Items, Limit, Sorted, etag
from api.conventions.cursors import Page, page_of
from api.conventions.moments import Moment
from api.conventions.problems import Problem
from api.endpoints.chat_fields import Body
from operations.operation import Permission
from routing import selectors, services
from routing.exceptions import UnknownAgentError
from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.outcomes import Conflict
from routing.runtime import router as routing
from routing.services import Facts

router = Router(tags=["agents"])
ADMINISTRATORS = Allowed(Scope.ADMIN, Permission.ADMINISTER)
MOST_SKILLS = 100


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
    team: str
    is_deactivated: bool
    version: int


class AgentIn(Body):
    """What is set up about an agent. `version` is the one that you read, 0 for a new agent.

    With `is_active` false the agent gets no new calls or chats, but finishes current ones. `team` is a code
    of the settings `teams`, empty for none; if it is absent, the team stays.
    """

    version: Annotated[int, Field(strict=True, ge=0)]
    name: str
    gender: str
    languages: Annotated[list[str], Field(max_length=MOST_SKILLS)]
    topics: Annotated[tuple[str, ...], Field(max_length=MOST_SKILLS)] = ()
    auto_answer: StrictBool = False
    is_active: StrictBool = True
    team: str | None = None


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


@router.put("/agents/{path:agent_id}", auth=ADMINISTRATORS, response=AgentOut)
def agent_put(request: HttpRequest, agent_id: str, found: AgentIn) -> Agent:
    """Creates an offline agent, or changes one at the version that you read, with its chat row."""
    facts = Facts(**found.model_dump(exclude={"version"}))
    saved = services.agent_set_up(
        acting_by(request, routing()),
        agent_id=agent_id,
        facts=facts,
        by=caller_of(request).name,
        expected_version=found.version,
    )
    return _saved(saved)


@router.delete("/agents/{path:agent_id}", auth=ADMINISTRATORS, response=AgentOut)
def agent_delete(request: HttpRequest, agent_id: str, version: Annotated[int, Query(ge=0)]) -> Agent:
    """Removes an offline agent, whose user loses the desk; past calls and reports keep the name."""
    removed = agent_remove(
        acting_by(request, routing()), agent_id=agent_id, by=caller_of(request).name, expected_version=version
    )
    return _saved(removed)


def _saved(outcome: Agent | Conflict) -> Agent:
    """The agent. Raises Problem: 409 with the present one."""
    if not isinstance(outcome, Conflict):
        return outcome
    present = {}
    if isinstance(outcome.current, Agent):
        present = {"agent": AgentOut.model_validate(outcome.current).model_dump(mode="json")}
    raise Problem(HTTPStatus.CONFLICT, f"{outcome.reason[:1].upper()}{outcome.reason[1:]}.", present=present)
