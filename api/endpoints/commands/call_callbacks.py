"""Callbacks of calls: the field, and the address kept before the call exists, so that no event is missed."""

from typing import Annotated, Any

from django.http import HttpRequest
from pydantic import Field

from api.access.allowed import caller_of
from api.access.key_header import command_of
from api.endpoints.commands.commanding import DERIVED_CHARACTERS
from operations.fields import Fields
from reporting.webhooks.callbacks import callback_check, callback_keep
from routing import selectors
from routing.model.settings.webhooks import LONGEST_URL
from routing.router import Router as Centre
from routing.runtime import new_id, now, router, webhooks


class WithCallback(Fields):
    """A call whose sender wants its events."""

    callback_url: Annotated[
        str | None,
        Field(
            max_length=LONGEST_URL,
            description="receives offers, answer and end of this call as signed webhooks",
        ),
    ] = None

    def arguments(self, router: Centre) -> dict[str, Any]:
        """Without the address, which is no matter of routing."""
        return {name: value for name, value in super().arguments(router).items() if name != "callback_url"}


def with_callback(request: HttpRequest, command: str, found: Any) -> Any:
    """The fields with the id under which the address is kept; unchanged without an address.

    A repeat with the same key has the same id. A call that exists gets none: it may be that of another.
    Raises InvalidFieldError, DynamoError.
    """
    if found.callback_url is None:
        return found
    callback_check(found.callback_url, webhooks())
    keyed = command_of(request, command, caller_of(request).party)
    derived = keyed.key[:DERIVED_CHARACTERS] if keyed else new_id()
    named = found.model_copy(update={"call_id": found.call_id or derived})
    if selectors.call(router(), named.call_id) is None:
        callback_keep(named.call_id, found.callback_url, at=now())
    return named
