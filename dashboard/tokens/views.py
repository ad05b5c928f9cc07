"""Page of API tokens: the list, and a form for a new one, whose text is shown once."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from api.access.program_tokens import MOST_DAYS, TokenError, token_list
from api.access.scopes import Scope
from api.access.token_administration import token_create, token_end
from dashboard.access.permissions import ADMINISTER, permitted
from dashboard.operations.acting import acting
from dashboard.setup.form_pages import NotedForm, form_page
from dynamo.exceptions import DynamoError
from operations.answers import away
from routing.runtime import now

MOST_NAME = 60
DAYS = f"Expires after: from 1 to {MOST_DAYS} days, or empty"
SCOPES = {
    Scope.READ: "read: queues, agents, calls, board, events, staffing",
    Scope.OPERATE: "operate: calls and agents",
    Scope.MESSAGES: "messages: conversations",
    Scope.ADMIN: "admin: scenes, replies, settings",
}


class TokenForm(NotedForm):
    """A new token."""

    name = forms.CharField(
        label="Name",
        max_length=MOST_NAME,
        help_text="The program that will use the token.",
        error_messages={"required": "Name: required", "max_length": f"Name: at most {MOST_NAME} characters"},
    )
    days = forms.IntegerField(
        label="Expires after",
        required=False,
        min_value=1,
        max_value=MOST_DAYS,
        help_text="Days. Empty: never.",
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), DAYS),
    )
    scopes = forms.MultipleChoiceField(
        label="Scopes",
        choices=list(SCOPES.items()),
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": "Scopes: choose at least one",
            "invalid_choice": "Scopes: choose from the list",
        },
    )


@form_page(ADMINISTER)
def tokens(request: HttpRequest) -> HttpResponse:
    """The tokens; a POST creates one and shows it. 400 with the wrong fields, 503 without its audit entry."""
    form = TokenForm(request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _shown(request, form)
    if not form.is_valid():
        return _shown(request, form, status=400)
    name, scopes = form.cleaned_data["name"], [Scope(one) for one in form.cleaned_data["scopes"]]
    try:
        _row, token = token_create(acting(request), name=name, scopes=scopes, days=form.cleaned_data["days"])
    except TokenError as error:
        form.add_error("name", _sentence(error))
        return _shown(request, form, status=400)
    except DynamoError as error:
        return _shown(request, form, status=503, trouble=away(error).text)
    return _shown(request, TokenForm(), token=token, made=name)


@require_POST
@permitted(ADMINISTER)
def revoke(request: HttpRequest, key: str) -> HttpResponse:
    """Revokes a program's token: its next request is refused."""
    try:
        messages.success(request, f"{token_end(acting(request), key).name}: revoked.")
    except TokenError as error:
        messages.error(request, _sentence(error))
    except DynamoError as error:
        messages.error(request, away(error).text)
    return HttpResponseRedirect(reverse("tokens"))


def _sentence(error: TokenError) -> str:
    text = str(error)
    return text[:1].upper() + text[1:]


def _shown(request: HttpRequest, form: TokenForm, *, status: int = 200, **more: str) -> HttpResponse:
    context = {"form": form, "tokens": token_list(), "now": now(), **more}
    return render(request, "dashboard/tokens/list.html", context, status=status)
