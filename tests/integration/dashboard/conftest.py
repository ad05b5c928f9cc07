"""Signed-in users, and a router on the test's own table."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from pytest_django import Settings

from operations.catalogue import CATALOGUE
from routing import runtime

if TYPE_CHECKING:
    from dynamo.table import Table
    from routing.router import Router

PASSWORD = "correct horse"


def a_user(name: str, group: str | None = None) -> User:
    user = User.objects.create_user(name, password=PASSWORD)
    if group:
        user.groups.add(Group.objects.get(name=group))
    return user


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


Serving = Callable[[str, Callable[..., object]], None]


class Reply(NamedTuple):
    """A command's JSON answer."""

    status: int
    body: dict[str, Any]
    headers: dict[str, str]

    @property
    def error(self) -> str:
        return str(self.body["error"])


def posted(client: Client, address: str, fields: dict[str, object]) -> Reply:
    response = client.post(address, fields, headers={"accept": "application/json"})
    return Reply(response.status_code, response.json(), dict(response.headers))


@pytest.fixture
def serving(monkeypatch: pytest.MonkeyPatch) -> Serving:
    """Gives an operation of the catalogue another service."""

    def serve(name: str, service: Callable[..., object]) -> None:
        monkeypatch.setitem(CATALOGUE, name, replace(CATALOGUE[name], service=service))

    return serve


@pytest.fixture
def operator(db: None) -> Client:  # noqa: ARG001 - users need the database
    """May see the board and choose for agents."""
    return signed_in(a_user("olga", "operators"))


@pytest.fixture
def supervisor(db: None) -> Client:  # noqa: ARG001 - users need the database
    """May act for everybody."""
    return signed_in(a_user("mara", "supervisors"))


@pytest.fixture
def administrator(db: None) -> Client:  # noqa: ARG001 - users need the database
    """May set up the centre too."""
    return signed_in(a_user("ada", "administrators"))


@pytest.fixture
def stranger(db: None) -> Client:  # noqa: ARG001 - users need the database
    """Has an account and no permission."""
    return signed_in(a_user("nobody"))


@pytest.fixture
def operators_act_for_all(settings: Settings) -> None:
    """For tests of effects, not of permissions: test_own_agent.py covers the usual setting."""
    settings.OPERATORS_ACT_FOR = "all"


@pytest.fixture
def router(any_table: "Table", redis_url: str) -> "Router":  # noqa: ARG001 - the process' router uses both
    """The router that the pages use, on an empty table."""
    return runtime.router()
