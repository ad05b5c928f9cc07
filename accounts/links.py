"""Links by which a user chooses a password: signed, used once, valid for three days.

A link is void once the user has chosen a password or signed in, or the password is reset (Django's token
generator: its digest covers password and last sign-in).
"""

from django.conf import settings
from django.contrib.auth.hashers import (
    UNUSABLE_PASSWORD_PREFIX,
    UNUSABLE_PASSWORD_SUFFIX_LENGTH,
    make_password,
)
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
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


def no_password(seed: str = "") -> str:
    """What a user has who has not chosen a password yet: random, or of the seed of an invitation."""
    if not seed:
        return make_password(None)
    digest = salted_hmac("accounts.invitations", seed, algorithm="sha256").hexdigest()
    return UNUSABLE_PASSWORD_PREFIX + digest[:UNUSABLE_PASSWORD_SUFFIX_LENGTH]


def is_invited_by(user: User, seed: str) -> bool:
    """Whether the invitation with this seed made the user, and nobody has reset the password since."""
    return bool(seed) and constant_time_compare(user.password, no_password(seed))


def days_valid() -> int:
    return int(settings.PASSWORD_RESET_TIMEOUT // SECONDS_PER_DAY)
