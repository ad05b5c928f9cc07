"""Desks of agents: who is at each; supervisors assign and free them."""

from http import HTTPStatus
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Router, Schema
from pydantic import Field

from accounts.desks import desk_free, desk_give
from accounts.exceptions import NoSuchUserError, SeatTakenError
from accounts.seats import seats_of, sitter_of
from accounts.user_names import LONGEST_NAME
from api.access.acting import acting_by
from api.access.allowed import Allowed
from api.access.scopes import Scope
from api.conventions.answers import WHOLE_PAGE, Cursor, Items, Limit
from api.conventions.cursors import Page, page_of
from api.conventions.problems import Problem, wrong_field
from api.endpoints.chat_fields import Body
from operations.operation import Permission
from routing import selectors
from routing.model.agents import Agent
from routing.runtime import router as routing

router = Router(tags=["agents"])
SUPERVISORS = Allowed(Scope.ADMIN, Permission.SUPERVISE)


class SeatOut(Schema):
    """An agent's desk; `user` is empty if nobody has it."""

    agent: str
    name: str
    user: str


class SeatIn(Body):
    """The user to assign; the user leaves any other desk."""

    user: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]


@router.get("/desks", auth=Allowed(Scope.READ, Permission.VIEW_BOARD), response=Items[SeatOut])
def desks(request: HttpRequest, cursor: Cursor = None, limit: Limit = WHOLE_PAGE) -> Page[dict[str, Any]]:
    """Lists the desks, by the names of their agents."""
    agents = [one for one in selectors.agents(routing()) if not one.channel]
    found = page_of(agents, _place, cursor=cursor, limit=limit)
    taken = seats_of(one.agent_id for one in found.items)
    return Page([_shown(one, taken.get(one.agent_id, "")) for one in found.items], found.next)


@router.put("/desks/{path:agent_id}", auth=SUPERVISORS, response=SeatOut)
def desk_put(request: HttpRequest, agent_id: str, found: SeatIn) -> dict[str, Any]:
    """Assigns a user to an agent's desk, unless another user has it. Safe to repeat."""
    try:
        agent = desk_give(acting_by(request, routing()), agent_id=agent_id, user_name=found.user)
    except NoSuchUserError as error:
        raise wrong_field(error.field, str(error).partition(": ")[2]) from None
    except SeatTakenError as error:
        present = {"desk": {"agent": agent_id, "user": error.sitter}}
        raise Problem(HTTPStatus.CONFLICT, str(error), error.code, error.field, present=present) from None
    return _shown(agent, found.user)


@router.delete("/desks/{path:agent_id}", auth=SUPERVISORS, response=SeatOut)
def desk_delete(request: HttpRequest, agent_id: str) -> dict[str, Any]:
    """Frees an agent's desk. Safe to repeat."""
    agent = desk_free(acting_by(request, routing()), agent_id)
    return _shown(agent, sitter_of(agent_id))


def _shown(agent: Agent, user: str) -> dict[str, Any]:
    return {"agent": agent.agent_id, "name": agent.name, "user": user}


def _place(one: Agent) -> tuple[str, str]:
    return (one.name, one.agent_id)
