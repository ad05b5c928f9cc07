"""Router of a request: the caller acts, in the history and the audit trail."""

from django.http import HttpRequest

from api.access.allowed import caller_of
from api.access.client_address import client_address
from routing.model.copies import replace
from routing.router import Router


def acting_by(request: HttpRequest, router: Router) -> Router:
    """This router for what the caller of a request does, after `Allowed` has identified it."""
    caller = caller_of(request)
    return replace(router, origin=client_address(request), actor=caller.name, reach=caller.reach)
