"""Sessions allowed to see the board; three queries for any number of them."""

from collections.abc import Sequence

from django.conf import settings
from django.contrib.auth.models import User

from sockets.refusals import FORBIDDEN, SIGNED_OUT, Refusal
from sockets.sessions import session_users

PERMISSION = "live.view_board"
NOT_SIGNED_IN = Refusal(SIGNED_OUT, "Sign in to see the dashboard.")
NOT_ALLOWED = Refusal(FORBIDDEN, "You have no access to the dashboard; ask a supervisor.")


def session_refusals(session_keys: Sequence[str | None]) -> list[Refusal | None]:
    """None for each session that may see the board, else the reason.

    The same answers as Django's `get_user` and `has_perm`, which make five queries for one session.
    """
    users = session_users(session_keys)
    viewers = _viewers({user.pk for user in users if user is not None})
    return [NOT_SIGNED_IN if user is None else None if user.pk in viewers else NOT_ALLOWED for user in users]


def _viewers(ids: set[int]) -> set[int]:
    allowed = User.objects.with_perm(PERMISSION, backend=settings.AUTHENTICATION_BACKENDS[0])
    return set(allowed.filter(pk__in=ids).values_list("pk", flat=True))
