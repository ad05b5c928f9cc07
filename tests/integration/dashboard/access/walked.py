"""Walk of all addresses of pages and API, as each role: what is admitted."""

from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.roles import ROLES
from tests.integration.dashboard.conftest import a_user, signed_in

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
NOBODY, NO_ROLE = "Nobody", "No role"
WHO = (NOBODY, NO_ROLE, *(role.word for role in ROLES))
# Some id where an address has one: of nothing that is there.
ANY_ID = "nobody"
REFUSED = {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}


@dataclass(frozen=True)
class Row:
    """An address with a method, and who is admitted."""

    address: str
    method: str
    admitted: tuple[str, ...]

    def __str__(self) -> str:
        cells = " | ".join("yes" if one in self.admitted else "no" for one in WHO)
        return f"| `{self.address}` | {self.method} | {cells} |"


def rows() -> list[Row]:
    """A row for each method that an address takes, by address."""
    clients = {role.word: signed_in(a_user(role.word.lower(), role.group)) for role in ROLES}
    clients |= {NOBODY: Client(), NO_ROLE: signed_in(a_user("guest"))}
    found = []
    for shown, address in sorted(set(addresses(get_resolver().url_patterns)), key=ends_sessions):
        for method in METHODS:
            last = asked(clients[WHO[-1]], method, address)
            if last != HTTPStatus.METHOD_NOT_ALLOWED:
                answers = {one: asked(clients[one], method, address) for one in WHO[:-1]} | {WHO[-1]: last}
                found.append(Row(shown, method, tuple(one for one in WHO if answers[one] not in REFUSED)))
    return sorted(found, key=lambda row: row.address)


def ends_sessions(address: tuple[str, str]) -> bool:
    """Such an address goes last."""
    return address[1] == reverse("sign-out")


def asked(client: Client, method: str, address: str) -> int:
    """The status of a request for JSON; 401 if it leads to the sign-in page."""
    response = client.generic(method, address, headers={"accept": "application/json"})
    response.close()
    assert response.status_code != HTTPStatus.TOO_MANY_REQUESTS, address
    if response.headers.get("Location", "").startswith(reverse("sign-in") + "?"):
        return HTTPStatus.UNAUTHORIZED
    return response.status_code


def addresses(
    patterns: list[URLPattern | URLResolver], before: str = "/", namespace: str = ""
) -> Iterator[tuple[str, str]]:
    """Every address as it is declared, and with some id where it has one."""
    for pattern in patterns:
        shown = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, shown, pattern.namespace or namespace)
        else:
            name = f"{namespace}:{pattern.name}" if namespace else str(pattern.name)
            ids = dict.fromkeys(pattern.pattern.converters, ANY_ID)
            yield shown, reverse(name, kwargs=ids)
