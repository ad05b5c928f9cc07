"""`python -m bench.messaging.admitted 250`: how agents and customers of a benchmark say who they are.

Prints one JSON object: the keys of sessions of some agents, each at a desk, and the tokens of as many
customers. The database is migrated; the environment has the addresses.
"""

import json
import sys
from importlib import import_module

import django
from django.conf import settings

from bench.messaging.store import agent, customer, now

SCENE = "service"


def main(pairs: int) -> None:
    """Prints them."""
    django.setup()
    print(json.dumps({"agents": _sessions(pairs), "customers": _tokens(pairs)}))


def _tokens(count: int) -> list[str]:
    from api.access.customer_tokens import customer_signed  # noqa: PLC0415 - they load with the set-up only

    names = (customer(number).name for number in range(count))
    return [customer_signed(name, SCENE, is_named=True, at=now())[0] for name in names]


def _sessions(count: int) -> list[str]:
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: PLC0415 - as above
    from django.contrib.auth.models import Group, User  # noqa: PLC0415
    from django.db import transaction  # noqa: PLC0415

    from accounts.models import Seat  # noqa: PLC0415

    keys: list[str] = []
    store, group = import_module(settings.SESSION_ENGINE).SessionStore, Group.objects.get(name="operators")
    with transaction.atomic():
        for number in range(count):
            name = agent(number).name
            user = User.objects.create(username=name, password="!")  # noqa: S106 - nobody signs in with it
            user.groups.add(group)
            Seat.objects.create(user=user, agent_id=name, given_by="bench", given_at=now())
            session = store()
            session[SESSION_KEY] = str(user.pk)
            session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
            session[HASH_SESSION_KEY] = user.get_session_auth_hash()
            session.save()
            keys.append(session.session_key)
    return keys


if __name__ == "__main__":
    main(int(sys.argv[1]))
