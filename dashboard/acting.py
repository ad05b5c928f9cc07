"""Commands of a user: who acts and from where, and the answer when an operation is refused."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from django import forms
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse

from dashboard.answers import Answer, away, refused, respond
from dashboard.forms import first_error
from dashboard.idempotency.once import check_key, done_once
from dashboard.pages.client_address import client_address
from dynamo.exceptions import DynamoError
from live.board.rows import agent_row, call_row
from routing.exceptions import RoutingError, UnknownAgentError, UnknownCallError
from routing.model.agents import Agent
from routing.model.calls import MAX_TEXT_LENGTH, Call
from routing.model.outcomes import Conflict
from routing.model.words import CALL_WORDS, agent_word
from routing.router import Router
from routing.runtime import router

T = TypeVar("T")


def carried_out(
    request: HttpRequest,
    form: forms.Form,
    operate: Callable[[Router, dict[str, Any]], T],
    tell: Callable[[T], Answer],
) -> HttpResponse:
    """Checks the form, operates with its values, and answers the outcome as `tell` words it.

    400 names the field, 404 the agent or call, 422 the key in use; 503 says whether anything changed.
    """
    return respond(request, answer_of(request, form, operate, tell))


def answer_of(
    request: HttpRequest,
    form: forms.Form,
    operate: Callable[[Router, dict[str, Any]], T],
    tell: Callable[[T], Answer],
) -> Answer:
    """The same as an answer, for views that show refusals in their own way."""
    if not form.is_valid():
        return refusal_of(request, Answer(400, first_error(form)))
    return answered(request, lambda router: tell(operate(router, form.cleaned_data)))


def answered(request: HttpRequest, act: Callable[[Router], Answer]) -> Answer:
    """The answer of `act`, carried out once under the request's key; refusals as in `carried_out`."""
    try:
        return done_once(request, acting_router(request), act)
    except RoutingError as error:
        return refusal_of(request, refused(error))
    except DynamoError as error:
        return away(error)


def refusal_of(request: HttpRequest, answer: Answer) -> Answer:
    """The refusal, or that of the key if it was used for another command: the sender must know."""
    try:
        check_key(request, acting_router(request))
    except RoutingError as error:
        return refused(error)
    except (DynamoError, RequestDataTooBig):
        return answer
    return answer


def acting_router(request: HttpRequest) -> Router:
    """The router for a user's operations: they go into the audit trail, with the user's name and address."""
    return replace(router(), origin=client_address(request), actor=user_name(request))


def user_name(request: HttpRequest) -> str:
    """The user's name, as recorded."""
    assert isinstance(request.user, AbstractBaseUser)
    return str(request.user.get_username())


def agent_named(agent_id: str) -> str:
    """The id, if it is short enough for a key of the table. Raises UnknownAgentError."""
    if len(agent_id) > MAX_TEXT_LENGTH:
        raise UnknownAgentError(f"{agent_id[:20]}…")
    return agent_id


def call_named(call_id: str) -> str:
    """The same for a call. Raises UnknownCallError."""
    if len(call_id) > MAX_TEXT_LENGTH:
        raise UnknownCallError(f"{call_id[:20]}…")
    return call_id


def agent_answer(outcome: Agent | Conflict, done: Callable[[Agent], str]) -> Answer:
    """The agent's row with the result; 409 with its current row if another change was faster."""
    if isinstance(outcome, Agent):
        return Answer(200, done(outcome), {"agent": agent_row(outcome)})
    present = outcome.current
    if not isinstance(present, Agent):
        return Answer(409, "The agent has changed meanwhile. Nothing was done; refresh and try again.")
    text = f"{present.name} has changed meanwhile: {agent_word(present)} now. Nothing was done."
    return Answer(409, text, {"agent": agent_row(present)})


def call_answer(outcome: Call | Conflict, done: str) -> Answer:
    """The call's row with the result; 409 with its current row if another change was faster."""
    if isinstance(outcome, Call):
        return Answer(200, f"{call_title(outcome)}: {done}.", {"call": call_row(outcome)})
    present = outcome.current
    if not isinstance(present, Call):
        return Answer(409, "The call has changed meanwhile. Nothing was done; refresh and try again.")
    text = f"{call_title(present)} has changed meanwhile: {CALL_WORDS[present.status]} now. Nothing was done."
    return Answer(409, text, {"call": call_row(present)})


def call_title(call: Call) -> str:
    """The call as the subject of a sentence."""
    return call.caller or f"Call {call.call_id}"
