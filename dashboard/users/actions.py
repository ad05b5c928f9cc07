"""What administrators do with a user besides the form: disable, enable, unlink, end two-factor sign-in."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts.administration import user_disable, user_enable, user_remove_two_factor, user_unlink
from accounts.exceptions import AccountError
from dashboard.access.permissions import ADMINISTER, permitted
from dashboard.operations.acting import acting, user_name
from dynamo.exceptions import DynamoError
from operations.answers import away
from routing.router import Router


@require_POST
@permitted(ADMINISTER)
def disable(request: HttpRequest, name: str) -> HttpResponse:
    """Disables a user; not oneself, and not the last administrator."""
    change = partial(user_disable, by=user_name(request))
    return _done(request, name, change, "disabled. All sessions have ended.")


@require_POST
@permitted(ADMINISTER)
def enable(request: HttpRequest, name: str) -> HttpResponse:
    """Enables a disabled user."""
    return _done(request, name, user_enable, "enabled.")


@require_POST
@permitted(ADMINISTER)
def remove_two_factor(request: HttpRequest, name: str) -> HttpResponse:
    """Removes the second factor of a user who has lost it."""
    return _done(request, name, user_remove_two_factor, "two-factor sign-in is off.")


@require_POST
@permitted(ADMINISTER)
def unlink(request: HttpRequest, name: str) -> HttpResponse:
    """Removes the identity of single sign-on of a user who has another one now."""
    return _done(request, name, user_unlink, "single sign-on unlinked.")


def _done(request: HttpRequest, name: str, change: Callable[[Router, User], None], said: str) -> HttpResponse:
    found = get_object_or_404(User, username=name)
    try:
        change(acting(request), found)
        messages.success(request, f"{found.get_username()}: {said}")
    except AccountError as error:
        messages.error(request, str(error))
    except DynamoError as error:
        messages.error(request, away(error).text)
    return HttpResponseRedirect(reverse("user", args=[name]))
