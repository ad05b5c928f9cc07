"""Pages of integrations: a webhook set up, tested, replayed and removed in the browser; hosts; sinks."""

import re
from collections.abc import Iterator, Mapping

import pytest
from django.test import Client
from pytest_django import Settings

from dynamo.exceptions import EngineUnavailableError
from reporting.models import Delivery
from reporting.webhooks import administering
from reporting.webhooks.deliveries import CALLBACK
from reporting.webhooks.secret_keeping import secret_of
from routing.model.settings.webhooks import Webhook
from routing.router import Router
from tests.integration.dashboard.conftest import a_user, signed_in
from tests.integration.reporting.receiver import Receiver, status

pytestmark = pytest.mark.django_db
SECRET = re.compile(r"<code>(whsec_[^<]+)</code>")
HERE = "/setup/integrations/"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as one:
        yield one


@pytest.fixture
def administrator(router: Router, settings: Settings) -> Client:
    assert router
    settings.WEBHOOKS_PRIVATE = True
    return signed_in(a_user("ada", "administrators"))


def posted(client: Client, address: str, given: Mapping[str, object] | None = None) -> str:
    return client.post(address, given or {}, follow=True).content.decode()


def test_a_webhook_is_set_up_tested_and_removed(administrator: Client, receiver: Receiver) -> None:
    given = {"name": "crm", "url": f"{receiver.url}/<b>", "active": "on", "version": "0"}
    wrong = posted(administrator, "/setup/new-webhook/", {**given, "url": "ftp://x"})
    assert "Address: it must start with http" in wrong
    made = posted(administrator, "/setup/new-webhook/", {**given, "events": ["callOffered"]})
    assert SECRET.search(made)
    assert re.findall(r'value="(\w+)"[^>]* checked', made) == ["callOffered"]
    assert "Name: a webhook with this name exists" in posted(administrator, "/setup/new-webhook/", given)

    assert "Test message: 204 in" in posted(administrator, "/setup/webhooks/crm/test/")
    receiver.answer = status(500)
    assert "Test message: 500 in" in posted(administrator, "/setup/webhooks/crm/test/")
    page = administrator.get(HERE).content.decode()
    assert "Some failed" in page
    assert "/&lt;b&gt;" in page
    assert SECRET.search(posted(administrator, "/setup/webhooks/crm/secret/"))
    assert not SECRET.search(administrator.get("/setup/webhooks/crm/").content.decode())

    late = administrator.post("/setup/webhooks/crm/", {**given, "version": "0"})
    assert (late.status_code, "somebody else changed this webhook" in late.content.decode()) == (409, True)
    assert "crm: saved." in posted(administrator, "/setup/webhooks/crm/", {**given, "version": "1"})
    assert "Nothing was changed" in posted(administrator, "/setup/webhooks/crm/remove/", {"version": "1"})
    assert "crm: removed." in posted(administrator, "/setup/webhooks/crm/remove/", {"version": "2"})
    assert secret_of("crm") is None


def test_deliveries_are_listed_shown_and_replayed(
    administrator: Client, receiver: Receiver, router: Router
) -> None:
    receiver.answer = status(401)
    administering.webhook_save(router, Webhook("crm", receiver.url))
    administering.webhook_test(router, "crm")
    one = Delivery.objects.get()
    Delivery.objects.update(kind="callOffered", call_id="c/1")

    assert "callOffered" in administrator.get("/setup/deliveries/?target=crm&state=failed").content.decode()
    for nothing in ("c2", "c%00"):
        page = administrator.get(f"/setup/deliveries/?call={nothing}").content.decode()
        assert "No deliveries found" in page
    page = administrator.get(f"/setup/deliveries/{one.pk}/").content.decode()
    assert "401 in" in page
    assert "&quot;webhook&quot;: &quot;crm&quot;" in page
    replayed = posted(administrator, "/setup/webhooks/crm/replay/", {"hours": "24", "which": "failed"})
    assert "1 delivery queued to be sent again." in replayed
    Delivery.objects.update(state="failed")
    assert "Message queued to be sent again." in posted(administrator, f"/setup/deliveries/{one.pk}/replay/")
    assert Delivery.objects.get().state == "waiting"
    assert administrator.get("/setup/deliveries/999/").status_code == 404


def test_hosts_of_callbacks_come_with_a_secret(administrator: Client) -> None:
    assert "a host in lower-case letters" in posted(
        administrator, f"{HERE}callbacks/", {"callback_hosts": "https://a", "version": "0"}
    )
    saved = posted(administrator, f"{HERE}callbacks/", {"callback_hosts": "a.example\nb:80", "version": "0"})
    assert SECRET.search(saved)
    assert "a.example\nb:80</textarea>" in saved
    late = administrator.post(f"{HERE}callbacks/", {"callback_hosts": "", "version": "0"})
    assert late.status_code == 409
    assert "saved" in posted(administrator, f"{HERE}callbacks/", {"callback_hosts": "", "version": "1"})
    before = secret_of(CALLBACK)
    assert SECRET.search(posted(administrator, f"{HERE}callbacks/secret/"))
    assert secret_of(CALLBACK) != before


def test_a_sink_takes_a_test_event_or_says_why_not(
    administrator: Client, settings: Settings, receiver: Receiver
) -> None:
    wfm = {"kind": "webhook", "url": receiver.url, "secret": "s" * 32, "kinds": "callOffered"}
    settings.REPORTING_SINKS = {"wfm": wfm, "history": {"kind": "history"}}
    assert "No webhook receives events" in administrator.get(HERE).content.decode()
    assert "wfm: test event delivered." in posted(administrator, f"{HERE}sinks/wfm/test/")
    assert len(receiver.posts) == 1
    receiver.answer = status(403)
    assert "answered 403" in posted(administrator, f"{HERE}sinks/wfm/test/")
    assert "only sinks to files" in posted(administrator, f"{HERE}sinks/history/test/")
    assert "there is no sink &#x27;fax&#x27;" in posted(administrator, f"{HERE}sinks/fax/test/")


def test_while_dynamodb_is_away_pages_say_so(administrator: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_router: Router) -> None:
        raise EngineUnavailableError("away")

    monkeypatch.setattr(administering, "webhooks_kept", fails)
    assert administrator.get("/setup/new-webhook/").status_code == 503
