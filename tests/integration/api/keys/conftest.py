"""A stage for requests under a key, and all that they have changed."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings

from api.models import ApiToken
from dynamo.items import Attributes
from messaging.runtime import messenger
from reporting.models import Delivery, WebhookSecret
from routing.router import Router
from routing.storage.keys import COMMAND_PREFIX, TICKETS
from simulation.models import SimulationRun
from tests.integration.api.cards.test_cards import services
from tests.integration.api.conftest import Caller
from tests.integration.api.keys.posts import Stage
from tests.integration.reporting.receiver import Receiver

__all__ = ["services"]
MODELS = (Delivery, WebhookSecret, SimulationRun, User)
Effects = Callable[[], list[str]]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as one:
        yield one


@pytest.fixture
def allowed(settings: Settings, services: None) -> None:  # noqa: ARG001 - cards have services
    """Webhooks go to this machine, and many messages are sent."""
    settings.WEBHOOKS_PRIVATE, settings.MESSAGE_RATES = True, {1: 1000}


@pytest.fixture
def stage(router: Router, ana: Caller, bob: Caller, receiver: Receiver, settings: Settings) -> Stage:
    return Stage(router, ana, bob, receiver.url, settings)


@pytest.fixture
def effects(router: Router, receiver: Receiver, in_folder: Path) -> Effects:
    """All there is, but for keys and tickets: items, rows, files, what webhooks have received."""

    def found() -> list[str]:
        items = [one for one in router.table.scan() if not is_key(one) and one["pk"] != TICKETS]
        rows = [one for model in MODELS for one in model.objects.order_by("pk").values()]
        tokens = [*ApiToken.objects.order_by("key").values("key", "revoked_at")]
        files = sorted(one.name for one in in_folder.rglob("*"))
        everything = [*items, *messenger().table.scan(), *rows, *tokens, *files, *receiver.posts]
        return sorted(map(repr, everything))

    return found


def is_key(item: Attributes) -> bool:
    return str(item["pk"]).startswith(COMMAND_PREFIX)
