"""Frame of each change of a user: locked, an administrator left, written down in the audit log.

The entry is written when everything is checked and before the change is final, as for seats: no user changes
without one.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from accounts.exceptions import LastAdministratorError
from accounts.roles import ADMINISTRATORS
from routing.router import Router
from routing.services import trail_write

WriteDown = Callable[..., None]
ADMINISTRATOR = Q(is_active=True) & (
    Q(is_superuser=True)
    | Q(pk__in=User.groups.through.objects.filter(group__name=ADMINISTRATORS.group).values("user_id"))
)
# Somebody who was invited and never came may have lost the link.
CAN_COME = ~Q(password__startswith=UNUSABLE_PASSWORD_PREFIX) | Q(last_login__isnull=False)


@contextmanager
def changing(router: Router, user: User) -> Iterator[WriteDown]:
    """A transaction after which an administrator is left. Raises LastAdministratorError, DynamoError.

    The administrators are locked, so of two who disable each other at the same time one is refused. What is
    written down inside goes into the audit log at the end, when nothing can be refused any more.
    """
    said: list[tuple[str, ...]] = []
    with transaction.atomic():
        list(User.objects.select_for_update().filter(ADMINISTRATOR).order_by("pk"))
        user.refresh_from_db()
        could = User.objects.filter(ADMINISTRATOR & CAN_COME).exists()
        yield lambda *words: said.append(words)
        # One whose password is reset is still there.
        if could and not User.objects.filter(ADMINISTRATOR & (CAN_COME | Q(pk=user.pk))).exists():
            raise LastAdministratorError
        for kind, *words in said:
            user_write_down(router, kind, user, *words)


def user_write_down(router: Router, kind: str, user: User, said: str = "") -> None:
    """Writes an entry about a user. Raises DynamoError."""
    about = f"user {user.get_username()}"
    trail_write(router, kind=kind, by=router.actor, reason=f"{about}: {said}" if said else about)
