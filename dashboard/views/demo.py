"""One-click sign-in for the demo: an address that carries a signed name and works for twelve hours."""

from django.conf import settings
from django.contrib.auth import get_user_model, login
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

SALT = "demo-sign-in"
MAX_AGE_SECONDS = 12 * 3600


@require_GET
@never_cache
def demo_sign_in(request: HttpRequest, token: str) -> HttpResponse:
    """Signs the named user in. Exists only where DEMO is set."""
    if not settings.DEMO:
        raise Http404
    user = get_user_model().objects.filter(username=_username(token), is_active=True).first()
    if user is None:
        raise PermissionDenied("The demo no longer knows this user. Start it again for a new address.")
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return redirect("board")


def _username(token: str) -> str:
    try:
        return str(signing.loads(token, salt=SALT, max_age=MAX_AGE_SECONDS))
    except signing.SignatureExpired:
        raise PermissionDenied(
            "This sign-in address is older than 12 hours. Start the demo again for a new one."
        ) from None
    except signing.BadSignature:
        raise PermissionDenied("This sign-in address is not complete. Copy the whole line.") from None
