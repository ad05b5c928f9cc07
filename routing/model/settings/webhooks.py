"""Webhooks: addresses that get a message for each event of some kinds; hosts of callbacks. Pure.

Secrets are kept apart from the document: to go back to an earlier version brings no old secret back.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from routing.exceptions import InvalidFieldError
from routing.model.events import EventKind

MOST_WEBHOOKS, MOST_HOSTS = 50, 50
LONGEST_URL = 1000
ENDPOINTS, CALLBACK_HOSTS = "endpoints", "callback_hosts"
URL, EVENTS, ACTIVE = "url", "events", "active"
NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")
NAME_LIMIT = "a lower-case letter, then at most 30 lower-case letters, digits or -"
HOST = re.compile(r"(?=.{1,253}(:|$))[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[1-9][0-9]{0,4})?")
HOST_LIMIT = "a host in lower-case letters, such as switch.example, with its port if it needs one"
NOTHING: Mapping[str, Any] = {ENDPOINTS: {}, CALLBACK_HOSTS: []}


@dataclass(frozen=True)
class Webhook:
    """An address, and the kinds of events it gets; all kinds if none is named."""

    name: str
    url: str
    events: frozenset[str] = frozenset()
    is_active: bool = True

    def wants(self, kind: str) -> bool:
        return self.is_active and (not self.events or kind in self.events)


@dataclass(frozen=True)
class Webhooks:
    """The webhooks by name, and the hosts to which calls may name an address for their events."""

    endpoints: Mapping[str, Webhook] = field(default_factory=dict)
    callback_hosts: frozenset[str] = frozenset()


def read_webhooks(given: Mapping[str, Any]) -> Webhooks:
    """The webhooks of a document. Raises InvalidFieldError with the place.

    `{"endpoints": {"crm": {"url": "https://…", "events": ["callOffered"], "active": true}},
    "callback_hosts": ["switch.example"]}`
    """
    if others := given.keys() - {ENDPOINTS, CALLBACK_HOSTS}:
        allowed = f"choose from {ENDPOINTS}, {CALLBACK_HOSTS}"
        raise InvalidFieldError("webhooks", ", ".join(sorted(others)), allowed)
    found, hosts = given.get(ENDPOINTS, {}), given.get(CALLBACK_HOSTS, [])
    if not isinstance(found, dict) or len(found) > MOST_WEBHOOKS:
        allowed = f"a map of at most {MOST_WEBHOOKS} webhooks by name"
        raise InvalidFieldError("webhooks endpoints", str(found)[:40], allowed)
    return Webhooks({name: _webhook(name, one) for name, one in found.items()}, _hosts(hosts))


def _webhook(name: str, given: Any) -> Webhook:
    if not NAME.fullmatch(name):
        raise InvalidFieldError("webhooks name", name[:40], NAME_LIMIT)
    where = f"webhooks {name}"
    if not isinstance(given, dict) or given.keys() - {URL, EVENTS, ACTIVE}:
        raise InvalidFieldError(where, str(given)[:40], f"a map with {URL}, {EVENTS}, {ACTIVE}")
    url, active = given.get(URL), given.get(ACTIVE, True)
    if not isinstance(url, str) or not _is_url(url):
        raise InvalidFieldError(
            f"{where} {URL}", str(url)[:80], "an address that starts with https:// or http://"
        )
    if not isinstance(active, bool):
        raise InvalidFieldError(f"{where} {ACTIVE}", active, "true or false")
    return Webhook(name, url, _events(f"{where} {EVENTS}", given.get(EVENTS, [])), active)


def _is_url(text: str) -> bool:
    return len(text) <= LONGEST_URL and bool(re.fullmatch(r"https?://[!-~]+", text))


def _events(where: str, given: Any) -> frozenset[str]:
    kinds = [*map(str, EventKind)]
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise InvalidFieldError(where, str(given)[:40], "a list of kinds of events")
    for kind in given:
        if kind not in kinds:
            raise InvalidFieldError(where, str(kind)[:40], "kinds of events, as docs/events.md lists them")
    return frozenset(given)


def _hosts(given: Any) -> frozenset[str]:
    where = f"webhooks {CALLBACK_HOSTS}"
    if not isinstance(given, list) or len(given) > MOST_HOSTS:
        raise InvalidFieldError(where, str(given)[:40], f"a list of at most {MOST_HOSTS} hosts")
    for host in given:
        if not isinstance(host, str) or not HOST.fullmatch(host):
            raise InvalidFieldError(where, str(host)[:80], HOST_LIMIT)
    return frozenset(given)
