"""Sinks over HTTP: how each is doing, and what it says to a test event."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from api.access.scopes import Scope
from routing.router import Router
from tests.integration.api.conftest import a_program, a_user
from tests.integration.reporting.receiver import Receiver, status

pytestmark = pytest.mark.django_db


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as one:
        yield one


def test_a_sink_takes_a_test_event_or_says_why_not(
    router: Router, settings: Settings, receiver: Receiver
) -> None:
    assert router
    wfm = {"kind": "webhook", "url": receiver.url, "secret": "s" * 32, "kinds": "callOffered"}
    settings.REPORTING_SINKS = {"wfm": wfm, "history": {"kind": "history"}}
    admin = a_program("admin", Scope.ADMIN, Scope.READ)

    told = admin.get("/sinks").body["sinks"]
    assert [(one["sink"], one["takes_tests"], one["health"]) for one in told] == [
        ("wfm", True, "well"),
        ("history", False, "well"),
    ]
    assert "secret" not in str(told)
    assert admin.post("/sinks/wfm/test").body == {"delivered": True, "said": ""}
    assert len(receiver.posts) == 1
    receiver.answer = status(403)
    refused = admin.post("/sinks/wfm/test")
    assert (refused.status, refused.body["delivered"], "403" in refused.body["said"]) == (200, False, True)
    fax, history = admin.post("/sinks/fax/test"), admin.post("/sinks/history/test")
    assert (fax.status, fax.body["code"]) == (404, "unknown_sink")
    assert fax.body["detail"] == "There is no sink 'fax'."
    assert (history.status, history.body["field"]) == (400, "name")
    assert history.body["detail"] == "name: only sinks to files and other systems take a test event"


def test_supervisors_see_sinks_and_administrators_test_them(router: Router, settings: Settings) -> None:
    assert router
    settings.REPORTING_SINKS = {}
    mara = a_user("mara", "supervisors")

    assert mara.get("/sinks").body == {"sinks": []}
    assert mara.post("/sinks/wfm/test").status == 403
