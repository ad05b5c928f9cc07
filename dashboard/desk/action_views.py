"""Actions at a desk: choose, accept, decline, complete, wrap up."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from dashboard.access import VIEW_BOARD, permitted
from dashboard.acting import agent_answer, agent_named, call_answer, call_named, carried_out, user_name
from dashboard.answers import Answer
from dashboard.desk.forms import CallForm
from dashboard.desk.seats import at_the_desk
from dashboard.forms import ChoiceForm, EndWrapUpForm, ExtendForm
from dynamo.exceptions import DynamoError
from live.board.rows import agent_row
from routing import selectors, services
from routing.model.agents import Agent, Choice
from routing.model.calls import Call
from routing.model.outcomes import Conflict
from routing.model.words import agent_word
from routing.router import Router
from routing.runtime import router

Wanted = dict[str, Any]
Operate = Callable[[Router, str, str, Wanted], Agent | Call | Conflict]


@dataclass(frozen=True)
class Action:
    """One command: form, operation on an agent in a user's name, message when done.

    `about_call`: the outcome is about the call at the desk, not the agent.
    """

    form: type[forms.Form]
    operate: Operate
    done: str = ""
    about_call: bool = False


def _choose(router: Router, agent_id: str, by: str, wanted: Wanted) -> Agent | Conflict:
    chosen = {**wanted, "choice": Choice(wanted["choice"])}
    return services.agent_choose(router, agent_id=agent_id, by=by, **chosen)


def _end_wrap_up(router: Router, agent_id: str, by: str, wanted: Wanted) -> Agent | Conflict:
    return services.agent_end_wrap_up(router, agent_id=agent_id, by=by, call_id=wanted["call"] or None)


def _extend_wrap_up(router: Router, agent_id: str, by: str, wanted: Wanted) -> Agent | Conflict:
    return services.agent_extend_wrap_up(router, agent_id=agent_id, by=by, **wanted)


def _with_call(service: Callable[..., Call | Conflict]) -> Operate:
    def operate(router: Router, agent_id: str, by: str, wanted: Wanted) -> Call | Conflict:
        return service(
            router,
            call_id=call_named(wanted["call"]),
            agent_id=agent_id,
            by=by,
            expected_version=wanted["expected_version"],
        )

    return operate


ACTIONS = {
    "choice": Action(ChoiceForm, _choose),
    "end-wrap-up": Action(EndWrapUpForm, _end_wrap_up),
    "extend-wrap-up": Action(ExtendForm, _extend_wrap_up),
    "accept": Action(CallForm, _with_call(services.call_accept), "on the line", about_call=True),
    "decline": Action(CallForm, _with_call(services.call_decline), "declined", about_call=True),
    "complete": Action(CallForm, _with_call(services.call_complete), "completed", about_call=True),
}


@require_POST
@permitted(VIEW_BOARD)
@at_the_desk
def act(request: HttpRequest, agent_id: str, name: str) -> HttpResponse:
    """Carries out one of `ACTIONS` for the agent at whose desk the user sits.

    Answers `{"agent": row}`, with `"call"` if it is about the call; 400 names the field, 404 the agent or
    call; 409 with the current rows if it comes too late; 503 says whether anything changed.
    """
    action = ACTIONS[name]

    def operate(router: Router, wanted: Wanted) -> Agent | Call | Conflict:
        return action.operate(router, agent_named(agent_id), user_name(request), wanted)

    def tell(outcome: Agent | Call | Conflict) -> Answer:
        if isinstance(outcome, Call) or (action.about_call and isinstance(outcome, Conflict)):
            return _with_agent(call_answer(outcome, action.done), agent_id)
        return agent_answer(outcome, _now)

    return carried_out(request, action.form(request.POST), operate, tell)


def _now(agent: Agent) -> str:
    return f"{agent.name}: {agent_word(agent)} now."


def _with_agent(answer: Answer, agent_id: str) -> Answer:
    """The answer with the agent's row too, so that the desk shows the agent's status at once."""
    with suppress(DynamoError):  # the change is made; the board's stream will show the agent
        agent = selectors.agent(router(), agent_id)
        if agent is not None:
            return replace(answer, data={**answer.data, "agent": agent_row(agent)})
    return answer
