"""Users of the demo: new passwords at each start, one-click sign-in addresses."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import Group, User
from django.core import signing
from django.db import transaction

SALT = "demo-sign-in"
START = 16  # letters of a digest of the password: enough to tell it from the next


@dataclass(frozen=True)
class Person:
    """A user account; only this object has the password, the database keeps its hash."""

    name: str
    password: str
    sign_in_path: str


@transaction.atomic
def people_prepare(roles: Mapping[str, str]) -> list[Person]:
    """Creates a user of each name in its group, or gives it a new password: former sessions end."""
    return [_prepare(name, group) for name, group in roles.items()]


def _prepare(name: str, group: str) -> Person:
    password = secrets.token_urlsafe(12)
    user, _created = User.objects.get_or_create(username=name)
    user.is_active = True
    user.set_password(password)
    user.save()
    user.groups.set([Group.objects.get(name=group)])
    # Void after the next sign-in, and with the next password.
    named = [name, user.get_session_auth_hash()[:START], str(user.last_login or "")]
    token = signing.dumps(named, salt=SALT)
    return Person(name, password, f"/demo/sign-in/?token={token}")
