"""Changes of users to their own account, saved together with the entry in the audit log."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse

from api.access.client_address import client_address
from dynamo.exceptions import DynamoError
from operations.answers import away
from routing.runtime import router
from routing.services import trail_write

Form = TypeVar("Form", bound=forms.Form)


class FormPage(Protocol):
    """A view of Django with a form."""

    request: HttpRequest

    def get_context_data(self, **named: Any) -> dict[str, Any]: ...
    def render_to_response(self, context: dict[str, Any], **named: Any) -> HttpResponse: ...


def written_down(
    view: FormPage, form: Form, save: Callable[[Form], HttpResponse], *, kind: str, name: str, said: str
) -> HttpResponse:
    """The response of `save`, which also shows `said`; 503 with nothing saved if there is no entry."""
    acting = replace(router(), origin=client_address(view.request))
    try:
        with transaction.atomic():
            response = save(form)
            trail_write(acting, kind=kind, by=name, reason=f"user {name}")
    except DynamoError as error:
        form.add_error(None, away(error).text)
        return view.render_to_response(view.get_context_data(form=form), status=503)
    messages.success(view.request, said)
    return response
