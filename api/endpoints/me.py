"""The caller: whose token or session it is, and what the caller may do."""

from django.http import HttpRequest
from ninja import Router, Schema

from api.access.allowed import Allowed, caller_of
from api.access.callers import Caller
from api.conventions.answers import Sorted
from api.conventions.moments import Moment

router = Router(tags=["access"])


class CallerOut(Schema):
    """Who sends a request. `expires_at` is when the token ends."""

    party: str
    kind: str
    scopes: Sorted
    permissions: Sorted
    scene: str
    is_named: bool
    expires_at: Moment | None


@router.get("/me", auth=Allowed(None, None, customers=True), response=CallerOut)
def me(request: HttpRequest) -> Caller:
    """Returns who sends this request and what they may do."""
    return caller_of(request)
