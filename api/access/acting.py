"""Router of a request: the caller acts, in the history and the audit trail."""

from typing import Any

from django.http import HttpRequest

from api.access.allowed import caller_of
from api.access.client_address import client_address
from routing.model.copies import replace
from routing.router import Router


def acting_by(request: HttpRequest, router: Router, **differently: Any) -> Router:
    """This router for what the caller of a request does, after `Allowed` has identified it.

    `differently` has fields to set otherwise, such as the origin: finding an address takes a while.
    """
    if "origin" not in differently:
        differently["origin"] = client_address(request)
    caller = caller_of(request)
    return replace(router, actor=caller.name, reach=caller.reach, **differently)
