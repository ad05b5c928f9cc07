"""Program tokens as administrators create and revoke them, each time with an entry in the audit log.

The entry is written before the change is final: without it there is none.
"""

from collections.abc import Sequence

from django.db import transaction

from api.access.program_tokens import TokenError, text_from, token_kept, token_make
from api.access.scopes import Scope
from api.models import ApiToken
from routing.model.trail import TOKEN_CREATED, TOKEN_REVOKED
from routing.router import Router
from routing.services import trail_write

NO_SUCH_TOKEN = "unknown_token"  # noqa: S105 - a code


def token_create(
    router: Router, *, name: str, scopes: Sequence[Scope], days: int | None, seed: str = ""
) -> tuple[ApiToken, str]:
    """A token, and its text, which is shown this once; with a seed a repeat finds the token that it made.

    Raises TokenError, DynamoError.
    """
    text = text_from(seed)
    with transaction.atomic():
        if (found := token_kept(text)) is not None:
            return found, text
        token_make(name, scopes, at=router.clock(), days=days, text=text)
        trail_write(router, kind=TOKEN_CREATED, by=router.actor, reason=f"{name}: {', '.join(scopes)}")
    return ApiToken.objects.get(name=name, revoked_at=None), text


def token_end(router: Router, key: str) -> ApiToken:
    """Revokes a token by its key: its next use is refused. Safe to repeat. Raises TokenError, DynamoError."""
    with transaction.atomic():
        found = ApiToken.objects.select_for_update().filter(key=key).first()
        if found is None:
            raise TokenError(f"token: there is none with the key {key!r}", NO_SUCH_TOKEN)
        if found.revoked_at is None:
            found.revoked_at = router.clock()
            found.save(update_fields=["revoked_at"])
            trail_write(router, kind=TOKEN_REVOKED, by=router.actor, reason=found.name)
    return found
