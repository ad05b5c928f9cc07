"""Commands of users: by whom and from where, once for each idempotency key, and the answer."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django import forms
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse

from api.access.client_address import client_address
from api.access.key_header import command_of
from dashboard.answers import respond
from dashboard.forms import first_error
from dashboard.operations.kept_answers import answer_once
from dashboard.operations.keyed import KEYED
from dynamo.exceptions import DynamoError
from operations.answers import Answer, away, refused
from operations.operation import Found
from operations.reach import reach_of
from routing.exceptions import RoutingError
from routing.router import Router
from routing.runtime import router
from routing.services import command_check, command_claim

Act = Callable[[Router], Answer]


def answer_to(request: HttpRequest, read: Callable[[HttpRequest], Act]) -> Answer:
    """The answer of what is read from the request; `read` raises RoutingError where that cannot be."""
    try:
        act = read(request)
    except RoutingError as error:
        return refusal_of(request, refused(error))
    return answered(request, act)


def answered(request: HttpRequest, act: Act) -> Answer:
    """What `act` answers, done once under the key of the request.

    400 names the field, 404 the agent or call, 422 the key in use; 503 says whether anything changed.
    """
    try:
        return _once(_keyed(request), act)
    except RoutingError as error:
        return refusal_of(request, refused(error))
    except DynamoError as error:
        return away(error)


def carried_out(
    request: HttpRequest, form: forms.Form, operate: Callable[[Router, dict[str, Any]], Answer]
) -> HttpResponse:
    """Checks the form, operates with its values and answers as `answered` does."""
    if not form.is_valid():
        return respond(request, refusal_of(request, Answer(400, first_error(form))))
    return respond(request, answered(request, lambda router: operate(router, form.cleaned_data)))


def refusal_of(request: HttpRequest, answer: Answer) -> Answer:
    """The refusal, or that of the key if it was used for another command: the sender must know."""
    try:
        command_check(_keyed(request))
    except RoutingError as error:
        return refused(error)
    except (DynamoError, RequestDataTooBig):
        return answer
    return answer


def acting(request: HttpRequest) -> Router:
    """The router, with the user in the audit trail, for the agents for whom the user may act."""
    reach = reach_of(request.user)
    return replace(router(), origin=client_address(request), actor=user_name(request), reach=reach)


def user_name(request: HttpRequest) -> str:
    assert isinstance(request.user, AbstractBaseUser)
    return str(request.user.get_username())


def _once(keyed: Router, act: Act) -> Answer:
    """The answer of `act`, which gets the router with the request's command, if it has a key."""
    if keyed.command is None:
        return act(keyed)
    found = KEYED[keyed.command.operation]
    if found is Found.IN_ITS_TRANSACTION:
        return act(keyed)
    claimed = command_claim(keyed)
    if found is Found.PART_BY_PART or claimed.command is None:
        return act(claimed)
    return answer_once(claimed.command, lambda: act(replace(keyed, command=None)))


def _keyed(request: HttpRequest) -> Router:
    """The router for what a person does: name and address go into the trail, the key with the change."""
    operation = request.resolver_match.url_name if request.resolver_match else None
    command = command_of(request, operation, str(request.user.pk)) if operation in KEYED else None
    return replace(acting(request), command=command)
