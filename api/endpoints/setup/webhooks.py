"""Webhooks: receivers of events, their secrets, tests; the hosts that callbacks of calls may go to."""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Router, Schema
from pydantic import AwareDatetime, Field

from api.access.acting import acting_by
from api.access.allowed import Allowed
from api.access.scopes import Scope
from api.conventions.moments import Moment
from api.conventions.problems import Problem
from api.endpoints.chat_fields import Body
from operations.operation import Permission
from reporting.exceptions import UnknownWebhookError
from reporting.webhooks import administering
from reporting.webhooks.administering import Saved
from reporting.webhooks.deliveries import CALLBACK, standings
from reporting.webhooks.secret_keeping import secrets_made
from reporting.webhooks.sending import Attempt
from reporting.webhooks.states import Standing
from routing.exceptions import InvalidFieldError
from routing.model.outcomes import Conflict
from routing.model.settings.webhooks import LONGEST_URL, MOST_HOSTS, Webhook, read_webhooks
from routing.router import Router as Centre
from routing.runtime import router as routing
from routing.runtime import settings_saved

router = Router(tags=["webhooks"])
ADMINISTRATORS = Allowed(Scope.ADMIN, Permission.ADMINISTER)
LONGEST_NAME = 31
MOST_KINDS = 100
Name = Annotated[str, Path(max_length=LONGEST_NAME)]
Version = Annotated[
    int | None,
    Field(strict=True, ge=0, description="the `version` of the list that you read; without one, any"),
]


class WebhookIn(Body):
    """An address, and the kinds of events it gets; all kinds if none is named."""

    url: Annotated[str, Field(max_length=LONGEST_URL)]
    events: Annotated[list[str], Field(max_length=MOST_KINDS)] = []  # noqa: RUF012 - pydantic copies it
    active: bool = True
    version: Version = None


class WebhookOut(Schema):
    """A webhook: its deliveries that wait and that failed, and since when the oldest is due."""

    name: str
    url: str
    events: list[str]
    active: bool
    secret_made_at: Moment | None
    waiting: int
    failed: int
    due_since: Moment | None


class WebhooksOut(Schema):
    """All webhooks, and the callback hosts; `version` changes with every change to either."""

    version: int
    webhooks: list[WebhookOut]
    callback_hosts: list[str]


class SavedOut(Schema):
    """The version after the change. `secret` is shown only when it is created."""

    version: int
    secret: str | None


class HostsIn(Body):
    """Hosts, each with its port if it needs one."""

    hosts: Annotated[list[str], Field(max_length=MOST_HOSTS)]
    version: Version = None


class SecretOut(Schema):
    """A signing secret, shown once."""

    secret: str


class AttemptOut(Schema):
    """An attempt: `status` 0 without an answer; `said` is the start of the answer, or why there is none."""

    at: Moment
    status: int
    duration_ms: int
    said: str


class ReplayIn(Body):
    """A period, and which of its deliveries to send again: the failed ones, or all."""

    since: AwareDatetime
    until: AwareDatetime
    only_failed: bool = True


class ReplayedOut(Schema):
    """The number of deliveries that are sent again."""

    replayed: int


@router.get("/webhooks", auth=ADMINISTRATORS, response=WebhooksOut)
def webhooks(request: HttpRequest) -> dict[str, Any]:
    """Lists the webhooks and the callback hosts."""
    kept = administering.webhooks_kept(routing())
    found, made, stand = read_webhooks(kept.document), secrets_made(), standings()
    return {
        "version": kept.version,
        "webhooks": [_shown(one, made, stand.get(one.name, Standing())) for one in found.endpoints.values()],
        "callback_hosts": sorted(found.callback_hosts),
    }


@router.put("/webhooks/{name}", auth=ADMINISTRATORS, response=SavedOut)
def webhook_put(request: HttpRequest, name: Name, found: WebhookIn) -> dict[str, Any]:
    """Saves a webhook; the answer for a new one has its secret."""
    webhook = Webhook(name, found.url, frozenset(found.events), found.active)
    with _naming_fields():
        saved = administering.webhook_save(_centre(request), webhook, expected_version=found.version)
    return _saved(saved)


@router.delete("/webhooks/{name}", auth=ADMINISTRATORS, response=SavedOut)
def webhook_delete(request: HttpRequest, name: Name) -> dict[str, Any]:
    """Removes a webhook with its secret; waiting messages are not sent. Safe to repeat."""
    return _saved(administering.webhook_remove(_centre(request), name))


@router.put("/callback-hosts", auth=ADMINISTRATORS, response=SavedOut)
def callback_hosts_put(request: HttpRequest, found: HostsIn) -> dict[str, Any]:
    """Sets the callback hosts; the answer to the first request has the secret."""
    centre = _centre(request)
    with _naming_fields():
        saved = administering.callback_hosts_save(centre, found.hosts, expected_version=found.version)
    return _saved(saved)


@router.post("/webhooks/{name}/secret", auth=ADMINISTRATORS, response=SecretOut)
def webhook_secret(request: HttpRequest, name: Name) -> dict[str, str]:
    """Creates a new secret; the previous one stops working at once."""
    try:
        return {"secret": administering.webhook_secret_make(_centre(request), name)}
    except UnknownWebhookError as error:
        raise _unknown(error) from None


@router.post("/callback-hosts/secret", auth=ADMINISTRATORS, response=SecretOut)
def callback_secret(request: HttpRequest) -> dict[str, str]:
    """Creates a new secret for callbacks; the previous one stops working at once."""
    return {"secret": administering.webhook_secret_make(_centre(request), CALLBACK)}


@router.post("/webhooks/{name}/test", auth=ADMINISTRATORS, response=AttemptOut)
def webhook_test(request: HttpRequest, name: Name) -> Attempt:
    """Sends a message of the kind `test` now, and returns what the receiver answered."""
    try:
        return administering.webhook_test(_centre(request), name)
    except UnknownWebhookError as error:
        raise _unknown(error) from None


@router.post("/webhooks/{name}/replay", auth=ADMINISTRATORS, response=ReplayedOut)
def webhook_replay(request: HttpRequest, name: Name, found: ReplayIn) -> dict[str, int]:
    """Replays the deliveries first sent in a period, each with the same id."""
    try:
        replayed = administering.webhook_replay(
            _centre(request), name, since=found.since, until=found.until, only_failed=found.only_failed
        )
    except UnknownWebhookError as error:
        raise _unknown(error) from None
    return {"replayed": replayed}


def _centre(request: HttpRequest) -> Centre:
    return acting_by(request, routing())


def _shown(one: Webhook, made: dict[str, Any], stand: Standing) -> dict[str, Any]:
    return {
        "name": one.name,
        "url": one.url,
        "events": sorted(one.events),
        "active": one.is_active,
        "secret_made_at": made.get(one.name),
        "waiting": stand.waiting,
        "failed": stand.failed,
        "due_since": stand.due_since,
    }


@contextmanager
def _naming_fields() -> Iterator[None]:
    """Names the field of the request, where an error names one of the document: `webhooks crm events`."""
    try:
        yield
    except InvalidFieldError as error:
        field = error.field.rpartition(" ")[2].removeprefix("callback_")
        raise Problem(HTTPStatus.BAD_REQUEST, str(error), "invalid_field", field) from None


def _saved(outcome: Saved | Conflict) -> dict[str, Any]:
    """Raises Problem: 409 with the present version."""
    if isinstance(outcome, Conflict):
        present = {"version": administering.webhooks_kept(routing()).version}
        raise Problem(HTTPStatus.CONFLICT, outcome.reason, present=present)
    settings_saved()
    return {"version": outcome.setting.version, "secret": outcome.secret or None}


def _unknown(error: UnknownWebhookError) -> Problem:
    return Problem(HTTPStatus.NOT_FOUND, str(error), "unknown_webhook", "name")
