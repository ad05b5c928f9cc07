"""Reports on cards, signed by their services."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest
from ninja import Router

from api.access.allowed import spend_by_address, spend_by_service
from api.access.identify import unauthorized
from api.access.kept_answers import claims_itself, key_claim
from api.conventions.problems import Problem, also, wrong_field
from api.endpoints.cards.card_fields import CardId, CardOut, ReportIn, answered
from messaging.cards.card_reads import card_now
from messaging.cards.settling import card_settle
from messaging.model.card import CardState
from messaging.runtime import card_services, messenger
from outbound.signing import SIGNATURE, TIMESTAMP, is_fresh, is_signed
from routing.runtime import now

router = Router(tags=["cards"])


@router.post(
    "/cards/{card}/report",
    auth=None,
    response=CardOut,
    openapi_extra=also(HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN),
)
@claims_itself
def report(request: HttpRequest, card: CardId, found: ReportIn) -> Mapping[str, Any]:
    """Reports the result of a card. For its service, which signs the body."""
    _check_signature(request, found.kind)
    key_claim(request, sender=f"service:{found.kind}")
    if found.card != card:
        raise wrong_field("card", "must be the card of the address")
    known = card_now(messenger(), card=card)
    if known.kind != found.kind:
        raise Problem(HTTPStatus.FORBIDDEN, "kind: the card is of another kind", "other_kind", "kind")
    outcome = card_settle(messenger(), card=known, state=CardState(found.state), values=found.values)
    return answered(outcome, card)


def _check_signature(request: HttpRequest, kind: str) -> None:
    """Raises Problem: 401 for a signature that is not of this kind's service, or of another time."""
    service = card_services().get(kind)
    timestamp, given = (request.headers.get(name, "") for name in (TIMESTAMP, SIGNATURE))
    if service is None or not is_signed(service.secret, request.body, timestamp=timestamp, given=given):
        spend_by_address(request)
        raise unauthorized(f"{SIGNATURE}: not a signature of the service of this kind", "signature_forged")
    if not is_fresh(timestamp, at=now().timestamp()):
        spend_by_address(request)
        raise unauthorized(f"{TIMESTAMP}: not within five minutes of the time here", "signature_stale")
    spend_by_service(request, kind)
