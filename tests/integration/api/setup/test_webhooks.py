"""Webhooks over HTTP: saved, tested, replayed by administrators; secrets shown once; callbacks of calls."""

import json
from collections.abc import Iterator
from datetime import timedelta
from itertools import islice
from typing import Any

import pytest
from pytest_django import Settings

from api.access.scopes import Scope
from reporting.models import CallCallback, Delivery
from reporting.webhooks import administering
from reporting.webhooks.secret_keeping import secret_of
from routing import runtime
from routing.model.settings.documents import Documents, Kind
from routing.model.settings.webhooks import CALLBACK_HOSTS
from routing.model.trail import DELIVERIES_REPLAYED, SETTINGS_CHANGED, WEBHOOK_SECRET_MADE
from routing.router import Router
from routing.services import settings_save
from tests.integration.api.conftest import Caller, Reply, a_program, a_user
from tests.integration.reporting.receiver import Receiver, status
from tests.trails import audit_trail
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as one:
        yield one


@pytest.fixture
def admin(router: Router, settings: Settings) -> Caller:
    assert router
    settings.WEBHOOKS_PRIVATE = True
    return a_program("admin", Scope.ADMIN, Scope.OPERATE)


def put(who: Caller, address: str, **given: object) -> Reply:
    return who.ask("PUT", address, json.dumps(given))


def test_a_secret_is_shown_once_and_kept_sealed(admin: Caller, receiver: Receiver, router: Router) -> None:
    made = put(admin, "/webhooks/crm", url=receiver.url, events=["callOffered"])
    again = put(admin, "/webhooks/crm", url=receiver.url, events=["callOffered"])
    assert (made.status, made.body["secret"][:6], made.body["version"]) == (200, "whsec_", 1)
    assert again.body == {"version": 1, "secret": None}
    (listed,) = admin.get("/webhooks").body["webhooks"]
    assert listed["secret_made_at"]
    assert made.body["secret"] not in json.dumps(admin.get("/settings").body)

    before = secret_of("crm")
    assert admin.post("/webhooks/crm/secret").body["secret"] != made.body["secret"]
    assert secret_of("crm") not in (None, before)
    kinds = [one.kinds for one in audit_trail(router, router.clock().date())]
    assert kinds == [(WEBHOOK_SECRET_MADE,), (SETTINGS_CHANGED,)]
    assert admin.ask("DELETE", "/webhooks/crm").body["version"] == 2
    assert admin.ask("DELETE", "/webhooks/crm").body["version"] == 2
    assert secret_of("crm") is None


def test_without_a_version_it_is_saved_beside_changes_of_others(
    admin: Caller, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    rivals = iter(range(12))

    def beaten(router: Router, first: Documents, **given: Any) -> object:
        for number in islice(rivals, 1):
            kept = administering.webhooks_kept(router)
            hosts = {**kept.document, CALLBACK_HOSTS: [f"host{number}.example"]}
            at = {Kind.WEBHOOKS: kept.version}
            settings_save(router, first, documents={Kind.WEBHOOKS: hosts}, expected_versions=at)
        return settings_save(router, first, **given)

    monkeypatch.setattr(administering, "settings_save", beaten)
    made = put(admin, "/webhooks/crm", url=receiver.url)
    assert (made.status, made.body["version"]) == (200, 13)
    assert admin.get("/webhooks").body["callback_hosts"] == ["host11.example"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"url": "http://169.254.169.254/latest"}, "link-local"),
        ({"url": "ftp://a.example"}, "must start with http:// or https://"),
        ({"url": "https://me:secret@a.example/in"}, "'https://…@a.example/in' is not allowed; leave out"),
        ({"url": "https://a.example", "events": ["callEnded"]}, "docs/events.md"),
        ({"url": "https://a.example", "version": 3}, "changed since"),
        ({"url": "https://10.0.0.1"}, "private network"),
    ],
)
def test_what_does_not_fit_is_named(
    admin: Caller, settings: Settings, given: dict[str, object], said: str
) -> None:
    settings.WEBHOOKS_PRIVATE = False
    refused = put(admin, "/webhooks/crm", **given)
    assert refused.status == (409 if "version" in given else 400)
    assert said in refused.body["detail"]


def test_a_test_tells_what_the_receiver_answered_and_is_kept(admin: Caller, receiver: Receiver) -> None:
    put(admin, "/webhooks/crm", url=receiver.url)
    assert admin.post("/webhooks/crm/test").body["status"] == 204
    receiver.answer = status(401)
    assert admin.post("/webhooks/crm/test").body["status"] == 401
    assert admin.post("/webhooks/other/test").body["code"] == "unknown_webhook"

    newest, first = admin.get("/deliveries?target=crm").body["items"]
    assert (newest["state"], first["state"], first["kind"]) == ("failed", "delivered", "test")
    assert newest["attempts"][0]["status"] == 401
    assert admin.get("/deliveries?limit=1").body["next"]
    whole = admin.get(f"/deliveries/{first['id']}").body
    assert json.loads(whole["body"])["data"] == {"webhook": "crm"}
    assert admin.get("/deliveries/999").body["code"] == "unknown_delivery"


def test_one_delivery_and_a_span_are_replayed(admin: Caller, receiver: Receiver, router: Router) -> None:
    put(admin, "/webhooks/crm", url=receiver.url)
    at = router.clock()
    for number, state in enumerate(("failed", "delivered", "waiting")):
        Delivery.objects.create(
            target="crm",
            message_id=f"m{number}",
            kind="callOffered",
            body="{}",
            created_at=at,
            due_at=at,
            ends_at=at,
            state=state,
        )
    span = {
        "since": (at - timedelta(minutes=1)).isoformat(),
        "until": (at + timedelta(minutes=1)).isoformat(),
    }
    assert admin.post("/webhooks/crm/replay", span).body == {"replayed": 1}
    assert admin.post("/webhooks/crm/replay", {**span, "only_failed": False}).body == {"replayed": 1}
    assert admin.post("/webhooks/crm/replay", {**span, "until": span["since"]}).body["field"] == "until"

    one = Delivery.objects.get(message_id="m0")
    Delivery.objects.filter(pk=one.pk).update(state="failed")
    assert admin.post(f"/deliveries/{one.pk}/replay").body["state"] == "waiting"
    kinds = [entry.kinds for entry in audit_trail(router, at.date())]
    assert kinds.count((DELIVERIES_REPLAYED,)) == 3


@pytest.mark.parametrize(
    ("address", "given", "field"),
    [
        ("/webhooks/crm", {"url": "ftp://crm.example"}, "url"),
        ("/webhooks/crm", {"url": "https://crm.example", "events": ["nope"]}, "events"),
        ("/webhooks/CRM!", {"url": "https://crm.example"}, "name"),
        ("/callback-hosts", {"hosts": ["https://switch.example"]}, "hosts"),
    ],
)
def test_a_wrong_field_is_named(admin: Caller, address: str, given: dict[str, object], field: str) -> None:
    refused = admin.ask("PUT", address, json.dumps(given))
    assert (refused.status, refused.body["code"], refused.body["field"]) == (400, "invalid_field", field)


def test_a_call_names_its_callback_at_an_allowed_host(admin: Caller) -> None:
    call = {"language": "French", "callback_url": "http://switch.example:8080/calls"}
    assert admin.post("/calls", call).body["field"] == "callback_url"
    assert put(admin, "/callback-hosts", hosts=["switch.example:8080"]).body["secret"].startswith("whsec_")
    wait_until(lambda: runtime.webhooks().callback_hosts, "the hosts are followed")

    key = {"Idempotency-Key": "call-0001"}
    sent = [admin.post("/calls", call, **key) for _ in range(2)]
    assert [one.status for one in sent] == [201, 201], sent[1].body
    (kept,) = CallCallback.objects.all()
    assert {one.body["call"]["call_id"] for one in sent} == {kept.call_id}
    assert kept.url == call["callback_url"]
    own = admin.post("/calls", {**call, "call": "c/1"}).body["call"]["call_id"]
    assert CallCallback.objects.filter(call_id=own).exists()
    others = {"call": "others", "language": "French"}
    assert admin.post("/calls", others).status == 201
    assert admin.post("/calls", {**others, "callback_url": call["callback_url"]}).status == 201
    assert not CallCallback.objects.filter(call_id="others").exists()

    for url in ("http://169.254.169.254/", "http://me:secret@switch.example:8080/calls"):
        bad = admin.post("/calls", {**call, "callback_url": url})
        assert (bad.status, bad.body["field"]) == (400, "callback_url")
        assert "secret" not in bad.body["detail"]


def test_only_administrators_see_webhooks(admin: Caller) -> None:
    assert admin.get("/webhooks").status == 200
    assert a_user("sue", "supervisors").get("/webhooks").status == 403
    assert a_program("reader", Scope.READ).get("/deliveries").status == 403
