"""Clients of the API: programs by token, users by session; every reply checked for its conventions."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from pytest_django import Settings

from accounts.models import Seat
from api.access.program_tokens import token_make
from api.access.scopes import Scope
from api.conventions.later import Later
from api.conventions.problems import MEDIA_TYPE
from api.endpoints.attachments import store
from dashboard.pages.handler import WithTokens
from messaging.runtime import forget, messenger
from messaging.services import message_table_create
from routing import runtime

if TYPE_CHECKING:
    from dynamo.table import Table
    from routing.router import Router

V1 = "/api/v1"
SECRET = "shared with the backend of the site "
IN_MEMORY = "django.core.cache.backends.locmem.LocMemCache"


@dataclass(frozen=True)
class Reply:
    """An answer with its JSON."""

    status: int
    body: Any
    headers: dict[str, str]


@dataclass
class Caller:
    """Sends requests with the same headers; a token needs no cookie."""

    headers: dict[str, str] = field(default_factory=dict)
    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))

    def get(self, address: str, **headers: str) -> Reply:
        return self.ask("GET", address, **headers)

    def post(self, address: str, found: Any = None, **headers: str) -> Reply:
        return self.ask("POST", address, json.dumps(found) if found is not None else "", **headers)

    def ask(
        self,
        method: str,
        address: str,
        body: str | bytes = b"",
        kind: str = "application/json",
        **headers: str,
    ) -> Reply:
        """The reply; an error is a problem with all that one has."""
        response = self.client.generic(
            method, f"{V1}{address}", body, content_type=kind, headers={**self.headers, **headers}
        )
        if isinstance(response, Later):  # the test client has no event loop to finish it
            return Reply(response.status_code, None, dict(response.headers))
        if response.status_code < 400:
            return Reply(response.status_code, response.json(), dict(response.headers))
        assert response.headers["content-type"] == MEDIA_TYPE, response.content
        found = json.loads(response.content)
        assert {"type", "title", "status", "code", "detail", "changed"} <= found.keys()
        assert found["status"] == response.status_code
        assert "Traceback" not in found["detail"]
        return Reply(response.status_code, found, dict(response.headers))


def by_token(token: str) -> Caller:
    caller = Caller({"authorization": f"Bearer {token}"})
    caller.client.handler.get_response = WithTokens().get_response  # type: ignore[method-assign]  # as in the web process
    return caller


def a_program(name: str, *scopes: Scope) -> Caller:
    return by_token(token_make(name, scopes, at=runtime.now()))


def a_user(name: str, group: str | None = None) -> Caller:
    user = User.objects.create_user(name, password="correct horse")
    if group:
        user.groups.add(Group.objects.get(name=group))
    caller = Caller({"x-csrftoken": "a" * 32})
    caller.client.force_login(user)
    caller.client.cookies["csrftoken"] = "a" * 32
    return caller


@pytest.fixture(autouse=True)
def _counts_in_memory(settings: Settings) -> None:
    """Limits are counted without asking for a Redis that is away."""
    settings.CACHES = {"default": {"BACKEND": IN_MEMORY, "LOCATION": uuid4().hex}}


@pytest.fixture
def router(any_table: "Table", redis_url: str) -> "Router":  # noqa: ARG001 - the process' router uses both
    """The router that the API uses, on an empty table."""
    return runtime.router()


@pytest.fixture
def reader(db: None) -> Caller:  # noqa: ARG001 - tokens need the database
    return a_program("reader", Scope.READ)


@pytest.fixture
def nobody() -> Caller:
    return Caller()


@pytest.fixture
def conversations(router: "Router") -> None:
    """The table of messages."""
    assert router
    message_table_create(messenger())


@pytest.fixture
def scenes(settings: Settings) -> Iterator[None]:
    """Two of one site, one of another, one without a secret."""
    settings.SCENES = {
        "listing": {"secret": SECRET, "site": "cars"},
        "booking": {"secret": SECRET, "site": "cars"},
        "elsewhere": {"secret": SECRET[::-1]},
        "open": {},
        "hours": {"robot": "robot"},
    }
    forget()
    yield
    forget()


@pytest.fixture
def ana(db: None) -> Caller:  # noqa: ARG001 - users need the database
    """At the desk of the agent ana."""
    caller = a_user("ana", "operators")
    Seat.objects.create(
        user=User.objects.get(username="ana"), agent_id="ana", given_by="mara", given_at=runtime.now()
    )
    return caller


@pytest.fixture
def bob(db: None) -> Caller:  # noqa: ARG001 - users need the database
    """At the desk of the agent bob."""
    caller = a_user("bob", "operators")
    Seat.objects.create(
        user=User.objects.get(username="bob"), agent_id="bob", given_by="mara", given_at=runtime.now()
    )
    return caller


@pytest.fixture
def robot(db: None) -> Caller:  # noqa: ARG001 - tokens need the database
    return a_program("robot", Scope.MESSAGES)


@pytest.fixture
def in_folder(settings: Settings, tmp_path: Path) -> Iterator[Path]:
    """Attachments are kept in this folder."""
    settings.ATTACHMENTS = {"bucket": "", "region": "", "folder": tmp_path, "most_bytes": 100_000}
    store.cache_clear()
    yield tmp_path
    store.cache_clear()
