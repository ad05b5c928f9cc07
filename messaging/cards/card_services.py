"""Card services, from the setting: address for clicks, secret for requests and reports. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from messaging.cards.catalogue import newest_kind
from messaging.exceptions import InvalidFieldError
from messaging.model.scene_fields import LEAST_SECRET
from outbound.addresses import WRONG_URL, why_no_url, why_refused, without_user

SETTING = "CARD_SERVICES"
LEAST_TIMEOUT, LONGEST_TIMEOUT = 0.1, 10


@dataclass(frozen=True)
class CardService:
    """The service of a kind of card. Without a `url` nothing is sent: it acts by itself and reports.

    Public addresses only, unless it is in a `private_network`.
    """

    secret: str
    url: str = ""
    private_network: bool = False
    timeout_seconds: float = 5.0

    def __repr__(self) -> str:  # a log shows no secret
        return f"CardService({self.url!r})"


CardServices = Mapping[str, CardService]


def read_services(given: Mapping[str, Mapping[str, Any]]) -> CardServices:
    """The services by kind: `{"visit": {"url": "https://…", "secret": "…"}}`. Raises InvalidFieldError."""
    return MappingProxyType({kind: _service(kind, said) for kind, said in given.items()})


def _service(kind: str, said: Mapping[str, Any]) -> CardService:
    try:
        newest_kind(kind)
    except InvalidFieldError as error:
        raise InvalidFieldError(SETTING, kind, error.allowed) from None
    known = {one.name: one.type for one in fields(CardService)}
    for field, value in said.items():
        where = f"{SETTING} {kind} {field}"
        if field not in known:
            raise InvalidFieldError(where, "…", f"there is no such field; choose one of {', '.join(known)}")
        _check(where, field, value)
    if "secret" not in said:
        raise InvalidFieldError(f"{SETTING} {kind} secret", "", "required")
    service = CardService(**said)
    why = why_refused(urlsplit(service.url).hostname or "", private=service.private_network)
    if why:
        raise InvalidFieldError(f"{SETTING} {kind} url", service.url, why)
    return service


def _check(where: str, field: str, value: object) -> None:
    if field == "secret" and (not isinstance(value, str) or len(value) < LEAST_SECRET):
        allowed = f"at least {LEAST_SECRET} characters are needed"
        raise InvalidFieldError(where, "…", allowed, limit=LEAST_SECRET)
    if field == "url" and (why := why_no_url(value) if isinstance(value, str) else WRONG_URL):
        raise InvalidFieldError(where, without_user(str(value)), why)
    if field == "private_network" and not isinstance(value, bool):
        raise InvalidFieldError(where, value, "it must be true or false")
    if field == "timeout_seconds" and not (
        type(value) in (int, float) and LEAST_TIMEOUT <= float(str(value)) <= LONGEST_TIMEOUT
    ):
        allowed = f"it must be a number from {LEAST_TIMEOUT} to {LONGEST_TIMEOUT}"
        raise InvalidFieldError(where, value, allowed, limit=LONGEST_TIMEOUT)
