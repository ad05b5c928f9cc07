"""Operations at an agent's desk: choosing, answering, declining and completing calls, wrap-up."""

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponseBase
from pydantic import Field

from dashboard.access.permissions import turned_away
from dashboard.access.seats import not_at
from dashboard.operations.views import OperationView
from dynamo.exceptions import DynamoError
from live.board.rows import agent_row
from operations.answers import Answer
from operations.fields import Fields, Input
from operations.operation import Invocation, Permission, Subject
from routing import selectors
from routing.model.agents import Agent
from routing.model.calls import MAX_TEXT_LENGTH
from routing.router import Router


class DeskCall(Fields):
    """The call that rings or runs at a desk."""

    call: Annotated[str, Field(max_length=MAX_TEXT_LENGTH), Input("a call ID", too_long="a call ID")]


@dataclass(frozen=True)
class DeskInvocation(Invocation):
    """An operation on the call at a desk; answers the agent's row as well, so the desk shows it at once."""

    agent_id: str = ""

    def __call__(self, router: Router) -> Answer:
        """Carries it out and answers. What the commit wrote is not read again."""
        wrote: dict[str, Agent] = {}
        answer = super().__call__(replace(router, wrote=wrote))
        with suppress(DynamoError):  # what was done is done; the board's stream will show the agent
            agent = wrote.get(self.agent_id) or selectors.agent(router, self.agent_id)
            if agent is not None:
                return replace(answer, data={**answer.data, "agent": agent_row(agent)})
        return answer


class DeskView(OperationView):
    """An operation for the agent at whose desk the user sits; the agent is in the address.

    Answers `{"agent": row}`, with `"call"` where it is about the call at the desk, which the form names.
    """

    def refused(self, request: HttpRequest) -> HttpResponseBase | None:
        """The reply to users who neither sit at the desk nor supervise."""
        return turned_away(request, Permission.VIEW_BOARD) or not_at(request, self.one)

    def sent(self, request: HttpRequest) -> dict[str, Any]:
        return {**super().sent(request), "agent": self.one}

    def invocation(self, request: HttpRequest) -> Invocation:
        """What is asked for. Raises RoutingError."""
        asked = super().invocation(request)
        if asked.operation.subject is Subject.AGENT:
            return asked
        call = DeskCall.read(request.POST.dict()).call
        return DeskInvocation(asked.operation, call, asked.fields, asked.by, agent_id=self.one)
