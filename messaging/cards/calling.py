"""Requests to the service of a card: signed, one for each click, and what the response says."""

import http.client
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from messaging.cards.card_services import CardService
from messaging.model.card import REPORTED, Card, CardState
from outbound.posting import Poster
from outbound.signing import signed

log = logging.getLogger(__name__)

# Refusals that pass: too slow, too early, too many.
TRANSIENT = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS})


@dataclass(frozen=True)
class Word:
    """What a service says: done, failed, or PENDING if it reports later; `refused`: not accepted."""

    state: CardState
    values: Mapping[str, Any] = field(default_factory=dict)
    refused: bool = False


def service_asked(service: CardService, card: Card, *, at: float) -> Word | None:
    """Sends the click and returns what the service says, or None if the request is to be sent again.

    The card's id is the idempotency key: what is done for a card is done once. After a failure the same card
    may be sent again. `at`: seconds since 1970.
    """
    body = _request(card)
    headers = {
        "Content-Type": "application/json",
        "Idempotency-Key": card.card_id,
        **signed(service.secret, body, at=at),
    }
    poster = Poster(service.url, timeout_seconds=service.timeout_seconds, private=service.private_network)
    try:
        status, answer = poster.post(body, headers, reads=True)
    except (OSError, http.client.HTTPException) as error:
        log.warning("card service %s: %s", card.kind, error or type(error).__name__)
        return None
    finally:
        poster.close()
    word = _word(status, answer)
    if word is None or word.refused:
        log.warning("card service %s responded %s", card.kind, status)
    return word


def _request(card: Card) -> bytes:
    found = {
        "card": card.card_id,
        "kind": card.kind,
        "version": card.version,
        "chat": card.chat,
        "action": card.action,
        "values": dict(card.values),
        "given": dict(card.given),
        "by": card.clicked_by,
    }
    return json.dumps(found, ensure_ascii=False).encode()


def _word(status: int, body: bytes) -> Word | None:
    if status == HTTPStatus.ACCEPTED:
        return Word(CardState.PENDING)
    if HTTPStatus.BAD_REQUEST <= status < HTTPStatus.INTERNAL_SERVER_ERROR and status not in TRANSIENT:
        return Word(CardState.FAILED, refused=True)
    if status != HTTPStatus.OK:
        return None
    try:
        said = json.loads(body)
        state, values = said["state"], said.get("values", {})
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    if state not in [*REPORTED] or not isinstance(values, dict):
        return None
    return Word(CardState(state), values)
