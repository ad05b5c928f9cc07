"""Fixtures of board tests: users with sessions, and a hub that is removed after the test."""

from collections.abc import AsyncIterator

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from live.hub.fan_out import current_hub


def signed_in(user: User) -> str:
    """The session cookie of a new session of the user."""
    client = Client()
    client.force_login(user)
    return str(client.cookies["sessionid"].value)


@pytest.fixture
def supervisor(transactional_db: None) -> User:  # noqa: ARG001 - the database must be there
    """A user who may see the board."""
    user = User.objects.create_user("sue", password="secret")
    user.user_permissions.add(Permission.objects.get(codename="view_board"))
    return user


@pytest.fixture
def cookie(supervisor: User) -> str:
    """The supervisor's session."""
    return signed_in(supervisor)


@pytest.fixture
def visitors_cookie(transactional_db: None) -> str:  # noqa: ARG001
    """The session of a user who may not see the board."""
    return signed_in(User.objects.create_user("vic", password="secret"))


@pytest.fixture
async def no_hub_stays() -> AsyncIterator[None]:
    """Ends the hub of the test's event loop."""
    yield
    await current_hub().close()
