"""Cards over HTTP: offered at desks, acted on by customers, reported by their services."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import Settings

from messaging.runtime import forget
from outbound.signing import signed
from routing import runtime
from routing.router import Router
from tests.cards import BOOKING, PRICE, VISIT
from tests.centres import match_all
from tests.integration.api.conftest import Caller, Reply, a_program, a_user
from tests.integration.api.test_served_chats import a_chat, comes, says

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("conversations")]
SECRET = "between the site and its bookings"


@pytest.fixture
def services(scenes: None, settings: Settings) -> Iterator[None]:  # noqa: ARG001 - both are settings
    settings.CARD_SERVICES = {"visit": {"secret": SECRET}, "deposit": {"secret": SECRET[::-1]}}
    forget()
    yield
    forget()


@pytest.fixture
def served(services: None, router: Router, ana: Caller) -> tuple[Caller, str]:  # noqa: ARG001 - settings first
    """A customer whose chat ana has taken."""
    comes(router, "ana")
    customer, chat = a_chat()
    says(customer, chat, "is it sold")
    match_all(router)
    assert ana.post(f"/chats/{chat}/accept").status == 200
    return customer, chat


def offer(ana: Caller, chat: str, kind: str = "visit", **more: Any) -> Reply:
    values = VISIT if kind == "visit" else PRICE
    return ana.post(
        f"/chats/{chat}/cards", {"client_id": "c1", "base": 2, "kind": kind, "values": values} | more
    )


def reported(card: str, *, secret: str = SECRET, at: float = 0, path: str = "", **more: Any) -> Reply:
    found = {"card": card, "kind": "visit", "state": "done", "values": {"reference": "B-7"}} | more
    body = json.dumps(found).encode()
    headers = signed(secret, body, at=at or runtime.now().timestamp())
    return Caller().ask("POST", f"/cards/{path or card}/report", body, **headers)


def test_a_visit_is_offered_booked_and_confirmed(served: tuple[Caller, str], ana: Caller) -> None:
    customer, chat = served
    card = offer(ana, chat).body
    assert card == offer(ana, chat).body
    assert (card["state"], card["step"], card["number"], card["by"]) == ("offered", 1, 3, "agent:ana")

    shown = customer.get(f"/cards/{card['card']}").body
    assert (shown["values"], shown["by"]) == (VISIT, "service")
    line = customer.get("/inbox").body["rows"][0]
    assert (line["unread"], line["line"]["text"]) == (1, '{"kind":"visit","state":"offered"}')
    book = {"step": 1, "action": "book", "values": BOOKING}
    clicked = customer.post(f"/cards/{card['card']}/act", book).body
    assert clicked == customer.post(f"/cards/{card['card']}/act", book).body
    assert (clicked["state"], clicked["given"]) == ("pending", BOOKING)

    done = reported(card["card"])
    assert done.body == reported(card["card"]).body
    assert (done.body["state"], done.body["result"]) == ("done", {"reference": "B-7"})
    contradicted = reported(card["card"], state="failed", values={})
    assert (contradicted.status, contradicted.body["present"]["state"]) == (409, "done")

    log = customer.get(f"/chats/{chat}/messages?after=2").body["items"]
    told = [json.loads(one["body"]) for one in log]
    assert [one["state"] for one in told] == ["offered", "pending", "done"]
    assert [one["by"] for one in told] == ["service", clicked["by"], clicked["by"]]
    assert "ana" not in str(log)
    assert "about" not in str(log)


def test_of_two_clicks_one_counts_and_the_other_sees_it(served: tuple[Caller, str], ana: Caller) -> None:
    customer, chat = served
    card = offer(ana, chat, "price").body["card"]
    assert customer.post(f"/cards/{card}/act", {"step": 1, "action": "confirm"}).body["state"] == "done"
    lost = customer.post(f"/cards/{card}/act", {"step": 1, "action": "decline"})
    assert (lost.status, lost.body["present"]["action"]) == (409, "confirm")
    assert lost.body["changed"] is False


def test_wrong_values_name_field_and_limit(served: tuple[Caller, str], ana: Caller) -> None:
    customer, chat = served
    many = offer(ana, chat, values={**VISIT, "slots": [f"2027-03-01T14:{n:02}" for n in range(13)]})
    assert (many.status, many.body["field"], many.body["limit"]) == (400, "values.slots", 12)
    assert offer(ana, chat, kind="fax").body["field"] == "kind"
    card = offer(ana, chat).body["card"]
    for found, field in (
        ({"action": "pay"}, "action"),
        ({"values": {**BOOKING, "slot": "2027-03-05T10:00"}}, "values.slot"),
        ({"values": {"slot": BOOKING["slot"]}}, "values.name"),
        ({"step": 0}, "step"),
    ):
        wrong = customer.post(f"/cards/{card}/act", {"step": 1, "action": "book", "values": BOOKING} | found)
        assert (wrong.status, wrong.body["field"]) == (400, field), wrong.body
    assert reported(card, values={"colour": "red"}).body["field"] == "values.colour"
    assert offer(ana, chat, client_id="c1", kind="price").body["code"] == "client_id_reused"


def test_nobody_else_sees_or_acts(served: tuple[Caller, str], ana: Caller, bob: Caller) -> None:
    _, chat = served
    card = offer(ana, chat).body["card"]
    other, _ = a_chat()
    book = {"step": 1, "action": "book", "values": BOOKING}
    for caller in (other, bob):
        assert caller.get(f"/cards/{card}").status == 403
        assert caller.post(f"/cards/{card}/act", book).status in (403, 409)
    assert other.post(f"/chats/{chat}/cards", {}).body["code"] == "not_for_customers"
    assert offer(bob, chat, client_id="b").body["code"] == "transferred"
    assert a_user("olga", "operators").get(f"/cards/{card}").body["code"] == "no_desk"
    assert ana.get("/cards/none").body["code"] == "unknown_card"
    assert a_program("reader", "read").get("/card-kinds").body["code"] == "scope_missing"  # type: ignore[arg-type]


def test_a_forged_or_old_report_changes_nothing(served: tuple[Caller, str], ana: Caller) -> None:
    customer, chat = served
    card = offer(ana, chat).body["card"]
    now = runtime.now().timestamp()
    for wrong, status, code in (
        ({"secret": "x" * 32}, 401, "signature_forged"),
        ({"secret": SECRET[::-1]}, 401, "signature_forged"),
        ({"at": now - 400}, 401, "signature_stale"),
        ({"at": now + 400}, 401, "signature_stale"),
        ({"kind": "price"}, 401, "signature_forged"),
        ({"kind": "deposit", "secret": SECRET[::-1]}, 403, "other_kind"),
        ({"path": "another"}, 400, "invalid_field"),
        ({"state": "pending"}, 400, "invalid_field"),
    ):
        refused = reported(card, **wrong)
        assert (refused.status, refused.body["code"]) == (status, code), wrong
    unsigned = Caller().post(f"/cards/{card}/report", {"card": card, "kind": "visit", "state": "done"})
    assert unsigned.status == 401
    assert reported("none").body["code"] == "unknown_card"
    assert customer.get(f"/cards/{card}").body["step"] == 1


def test_the_kinds_tell_pages_what_to_ask_for(served: tuple[Caller, str]) -> None:
    customer, _ = served
    kinds = {one["kind"]: one for one in customer.get("/card-kinds").body["items"]}
    assert {*kinds} == {"visit", "price", "deposit", "rating"}
    book = kinds["visit"]["actions"][0]
    assert (book["name"], book["by"], book["asks_service"]) == ("book", ["customer", "staff"], True)
    assert book["values"]["properties"]["slot"]["optionsOf"] == "slots"
    assert all(one["offered"] for one in kinds.values())
