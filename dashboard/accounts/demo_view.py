"""One-click sign-in for the demo: a signed address, valid for 15 minutes and for one sign-in."""

from http import HTTPStatus

from django.conf import settings
from django.contrib.auth import get_user_model, login
from django.contrib.auth.models import User
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from dashboard.accounts.adapter import start_page

SALT = "demo-sign-in"
START = 16  # as in localservices/demo/people.py, which no page may import
MAX_AGE_SECONDS = 15 * 60
OLD = "This sign-in link is older than 15 minutes. Sign in with the user name and password printed with it."
USED = "This sign-in link has been used. Sign in with the user name and password printed with it."
INCOMPLETE = "This sign-in link is incomplete. Copy the whole line."
ENDED = "This sign-in link is from an earlier start of the demo. Use the latest one it printed."


@require_GET
@never_cache
def demo_sign_in(request: HttpRequest) -> HttpResponse:
    """Signs in the user whom `token` names. Exists only with DEMO set.

    The token is not part of the path: the log names the paths of refused requests.
    """
    if not settings.DEMO:
        raise Http404
    found = _user(request.GET.get("token", ""))
    if isinstance(found, str):
        return render(request, "403.html", {"exception": found}, status=HTTPStatus.FORBIDDEN)
    login(request, found, backend=settings.AUTHENTICATION_BACKENDS[0])
    return redirect(start_page(found))


def _user(token: str) -> User | str:
    """The user, or the reason why there is none. Each start of the demo sets new passwords, which ends older
    tokens; each sign-in ends that of its user.
    """
    try:
        name, password, signed_in = signing.loads(token, salt=SALT, max_age=MAX_AGE_SECONDS)
    except signing.SignatureExpired:
        return OLD
    except (signing.BadSignature, ValueError):
        return INCOMPLETE
    user = get_user_model().objects.filter(username=name, is_active=True).first()
    if user is None or not constant_time_compare(password, user.get_session_auth_hash()[:START]):
        return ENDED
    return user if signed_in == str(user.last_login or "") and _use(user) else USED


def _use(user: User) -> bool:
    """Whether nobody has signed in since the user was read; two clicks at once are one sign-in."""
    seen = get_user_model().objects.filter(pk=user.pk, last_login=user.last_login)
    return bool(seen.update(last_login=timezone.now()))
