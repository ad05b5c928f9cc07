"""Links by which a user chooses a password: signed, used once, valid for three days.

A link is void once the user has chosen a password or signed in, or the password is reset (Django's token
generator: its digest covers password and last sign-in).
"""

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.http import HttpRequest
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

SECONDS_PER_DAY = 86_400


def link_of(request: HttpRequest, user: User) -> str:
    """The address, as the browser of the administrator knows this site."""
    named = {
        "uidb64": urlsafe_base64_encode(force_bytes(user.pk)),
        "token": default_token_generator.make_token(user),
    }
    return request.build_absolute_uri(reverse("welcome", kwargs=named))


def days_valid() -> int:
    return int(settings.PASSWORD_RESET_TIMEOUT // SECONDS_PER_DAY)
