"""`python -m bench.board.sessions 500`: static files of a web process, and 500 signed-in sessions.

Migrates the database, collects the static files, and prints the keys of the sessions as a JSON list. The
environment has the addresses; no process is left.
"""

import json
import sys
from importlib import import_module

import django
from django.conf import settings
from django.core.management import call_command


def main(sessions: int) -> None:
    """Prepares everything, with sessions of one supervisor."""
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    print(json.dumps(_signed_in(sessions)))


def _signed_in(sessions: int) -> list[str]:
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: PLC0415
    from django.contrib.auth.models import Group, User  # noqa: PLC0415 - they load with the set-up only

    user = User.objects.create_user("bench")
    user.groups.set(Group.objects.filter(name="supervisors"))
    keys: list[str] = []
    for _ in range(sessions):
        session = import_module(settings.SESSION_ENGINE).SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save()
        keys.append(session.session_key)
    return keys


if __name__ == "__main__":
    main(int(sys.argv[1]))
