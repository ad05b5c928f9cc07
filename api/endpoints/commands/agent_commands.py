"""Commands on agents, from the catalogue of operations, carried out once for each `Idempotency-Key`."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated, Any, Literal

from django.conf import settings
from django.http import HttpRequest
from ninja import Router, Schema
from pydantic import Field

from api.access.allowed import Allowed, caller_of
from api.access.scopes import Scope
from api.conventions.problems import Problem
from api.endpoints.agents import AgentOut
from api.endpoints.commands.commanding import AT_VERSION, carried_out, strict
from api.endpoints.conversing import agent_in
from operations.agents import CHOOSE
from operations.answers import Answer
from operations.catalogue import CATALOGUE
from operations.fields import Fields
from operations.operation import Operation, Permission, Subject
from routing import selectors
from routing.model.agents import person_id, row_id
from routing.model.queues import CALLS, CHAT
from routing.router import Router as Centre
from routing.runtime import router as routing

router = Router(tags=["agents"])
OWN_ONLY = "You may act only for the agent at your own desk; ask a supervisor to act for others."
Done = Callable[[HttpRequest, str, Any], dict[str, Any]]


class AgentCommandOut(Schema):
    """What was done, in a sentence, and the agent now; for chats the agent's chat row."""

    detail: str
    agent: AgentOut | None


class OfChannel(Fields):
    """Fields of an operation on an agent's calls, or with `channel` on the agent's chats."""

    channel: Annotated[
        Literal["", "chat"],
        Field(description="`chat`: acts on the agent's chats; otherwise on its calls"),
    ] = ""

    def arguments(self, router: Centre) -> dict[str, Any]:
        """Without the channel, which the id of the row names."""
        return {name: value for name, value in super().arguments(router).items() if name != "channel"}


def _endpoint(operation: Operation) -> Done:
    """The endpoint of an operation, which takes the operation's fields and a channel."""

    def command(request: HttpRequest, agent_id: str, found: Any) -> dict[str, Any]:
        _check_acts_for(request, operation, agent_id)
        row = row_id(agent_id, CHAT) if found.channel else agent_id
        return _carried_out(request, operation, row, found)

    command.__annotations__["found"] = strict(operation.fields, OfChannel)
    command.__name__ = operation.name.replace("-", "_")
    return command


def _carried_out(request: HttpRequest, operation: Operation, row: str, found: Fields) -> dict[str, Any]:
    answer = carried_out(request, operation, row, found, lambda refused: _present(row, refused))
    return {"detail": answer.text, "agent": None, **_present(row, answer)}


def _present(row: str, answer: Answer) -> dict[str, Schema]:
    """The agent, or the agent's chat row if the answer is about that."""
    channel = answer.data.get("agent", {}).get("channel", CALLS)
    found = selectors.agent(routing(), row_id(row, channel))
    return {"agent": AgentOut.model_validate(found)} if found else {}


def _check_acts_for(request: HttpRequest, operation: Operation, agent_id: str) -> None:
    """Users who choose but do not supervise act for the agent of their desk. Raises Problem: 403."""
    caller = caller_of(request)
    if (
        operation.permission is Permission.CHOOSE
        and caller.kind != "program"
        and Permission.SUPERVISE not in caller.permissions
        and settings.OPERATORS_ACT_FOR == "own"
        and caller.party != f"agent:{person_id(agent_id)}"
    ):
        raise Problem(HTTPStatus.FORBIDDEN, OWN_ONLY, "not_your_agent")


@router.post(
    "/desk/chats/choose",
    auth=Allowed(Scope.OPERATE, Permission.CHOOSE),
    response=AgentCommandOut,
    openapi_extra=AT_VERSION,
)
def desk_choose(request: HttpRequest, found: strict(CHOOSE.fields)) -> dict[str, Any]:  # type: ignore[valid-type]  # made from the declaration
    """Sets the status of the caller's desk for chats: ready, paused or offline."""
    return _carried_out(request, CHOOSE, row_id(agent_in(request).name), found)


for one in CATALOGUE.values():
    if one.subject is Subject.AGENT and one.spoken[0] == Subject.AGENT:
        router.post(
            f"/agents/{{path:agent_id}}/{one.spoken[1]}",
            auth=Allowed(Scope.OPERATE, one.permission),
            response=AgentCommandOut,
            summary=one.help,
            url_name=f"v1-{one.name}",
            operation_id=one.name,
            openapi_extra=AT_VERSION,
        )(_endpoint(one))
