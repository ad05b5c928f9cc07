"""Two administrators who end each other's rights at once, in a process with a database of its own."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from threading import Barrier, BrokenBarrierError
from types import SimpleNamespace

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import QuerySet

from accounts import changing, user_facts
from accounts.administration import user_disable
from accounts.exceptions import AccountError
from accounts.models import Seat, Supervision
from accounts.roles import BY_CODE, ROLES
from routing.runtime import router

NO_TRANSACTION = SimpleNamespace(atomic=nullcontext)
MODELS = (ContentType, Permission, Group, User, Session, Seat, Supervision, Authenticator, SocialAccount)
# Of two who are guarded the second never comes: then the first goes on. Unguarded, both meet, even if slowly.
GUARDED_SECONDS, UNGUARDED_SECONDS = 0.5, 1.5


def run(without: str) -> None:
    """Prints who is left of each pair, and why others were refused: as it is, and without part of the guard.

    `without` names that part: its transaction, or its lock.
    """
    with connection.schema_editor() as editor:  # migrations would take longer than all the rest
        for model in MODELS:
            editor.create_model(model)
    as_it_is = {way.__name__: _both(way, way.__name__, GUARDED_SECONDS) for way in (disable, demote)}
    if without == "lock":
        QuerySet.select_for_update = QuerySet.all  # type: ignore[method-assign, assignment]
    else:
        changing.transaction = user_facts.transaction = NO_TRANSACTION  # type: ignore[assignment, attr-defined]
    control = {
        way.__name__: _both(way, f"{way.__name__}-{without}", UNGUARDED_SECONDS) for way in (disable, demote)
    }
    print(json.dumps({"as it is": as_it_is, "control": control}))


def disable(name: str) -> None:
    """Blocks the sign-in of an administrator."""
    user_disable(router(), User.objects.get(username=name), by="")


def demote(name: str) -> None:
    """Makes a viewer of an administrator."""
    user = User.objects.get(username=name)
    user_facts.user_change(router(), user, full_name="", role=BY_CODE["viewer"])


def _both(way: Callable[[str], None], names: str, seconds: float) -> dict[str, list[str]]:
    """Both at once: each change waits for the other once it is checked and before it is final."""
    User.objects.update(is_active=False)
    pair = [f"{names}-{one}" for one in ("ada", "bea")]
    groups = {role.code: Group.objects.get_or_create(name=role.group)[0] for role in ROLES}
    for name in pair:
        User.objects.create_user(name, password="a long sentence").groups.add(groups["administrator"])
    both = Barrier(len(pair))

    def meet(*_said: object) -> None:
        try:
            both.wait(seconds)
        except BrokenBarrierError:
            return

    changing.user_write_down = meet  # type: ignore[assignment]
    with ThreadPoolExecutor(len(pair)) as threads:
        refused = [one for one in threads.map(lambda name: _refusal(way, name), pair) if one]
    left = User.objects.filter(changing.ADMINISTRATOR).values_list("username", flat=True)
    return {"left": [*left], "refused": refused}


def _refusal(way: Callable[[str], None], name: str) -> str:
    """Why a change was refused; empty if it was made."""
    try:
        way(name)
    except AccountError as error:
        return error.code
    finally:
        connection.close()
    return ""
