"""A customer with the same text in every field: of calls, chats, notes, cards, files, reasons, events."""

from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.conf import settings

from api.access.scopes import Scope
from live.feed.archive import KEY_PREFIX
from live.feed.queue_history import Change, Told, encode_change
from reporting import runtime as reporting
from reporting.history.keeping import hours_fill
from reporting.services import sink_drain
from reporting.webhooks.callbacks import callback_keep
from reporting.webhooks.deliveries import delivery_for
from reporting.webhooks.messages import Message, body_of
from routing import services
from routing.model.agents import Choice
from routing.router import Router
from routing.runtime import now
from sockets.redis_clients import connect_blocking
from tests.builders import as_agent
from tests.centres import match_all
from tests.integration.api.conftest import Caller, a_program, by_token
from tests.integration.api.test_customers import identity

MARK = "Zorbaquint"
PHONE = "+49305550199"


@dataclass(frozen=True)
class Planted:
    """The customer's contact and conversation."""

    contact: str
    chat: str
    customer: Caller


def sinks_into(folder: Path) -> dict[str, dict[str, Any]]:
    """Events are kept in Redis, and in a file of this folder."""
    return {"file": {"kind": "file", "path": str(folder / "events.jsonl")}}


def planted(router: Router, ana: Caller, mark: str = MARK, phone: str = PHONE) -> Planted:
    """A call and a chat that are over, with the text in every field that takes one."""
    switch = a_program(uuid4().hex, Scope.OPERATE)
    _a_call(router, switch, mark, phone)
    made = _a_chat(router, ana, mark, phone)
    _told_on(mark, phone)
    hours_fill(router, since=now() - timedelta(hours=1))
    return made


def _a_call(router: Router, switch: Caller, mark: str, phone: str) -> None:
    fields = {"call_id": f"call-{mark}", "language": "Spanish", "caller": phone, "source": mark}
    key = {"Idempotency-Key": f"first-{mark}"}
    assert switch.post("/calls", fields, **key).status == 201
    person = replace(router, origin="desk 7", actor="olga")
    services.call_dead_letter(person, call_id=f"call-{mark}", reason=f"{mark} rang", by="olga")
    services.call_remove(person, call_id=f"call-{mark}", reason=f"{mark} again", by="olga")


def _a_chat(router: Router, ana: Caller, mark: str, phone: str) -> Planted:
    anonymous = Caller().post("/customers", {"scene": "listing"}, **a_key()).body
    assert by_token(anonymous["token"]).post("/chats", {"title": f"{mark} before"}, **a_key()).status == 201
    named = identity(f"u-{mark}", name=mark, context={"car": mark, "phone": phone})
    asked = {"scene": "listing", "token": anonymous["token"], "identity": named}
    made = Caller().post("/customers", asked, **a_key())
    customer = by_token(made.body["token"])
    chat = str(customer.post("/chats", {"title": mark}, **a_key()).body["chat"])
    _done(customer, chat, "messages", client_id="m0", base=0, body=f"I am {mark}")
    as_agent(services.agent_choose(router, agent_id="ana~chat", choice=Choice.READY))
    match_all(router)
    _done(ana, chat, "accept")
    for caller, base in ((ana, 2), (customer, 3)):
        address = f"/chats/{chat}/attachments?client_id=f-{base}&base={base}&name={mark}.txt"
        assert (
            caller.ask("POST", address, f"{mark} {base}".encode(), "application/octet-stream").status == 200
        )
    _done(ana, chat, "notes", client_id="n1", base=0, body=f"{mark} is late")
    price = {"subject": mark, "amount": 7, "currency": "EUR"}
    _done(ana, chat, "cards", client_id="c1", base=4, kind="price", values=price)
    ana.get("/inbox"), customer.get("/inbox")
    _done(customer, chat, "read", number=3)
    assert ana.post(f"/calls/{chat}.1/outcome", {"note": f"{mark} wants two"}).status == 200
    _done(customer, chat, "close", seen=5)
    return Planted(made.body["party"], chat, customer)


def _done(caller: Caller, chat: str, what: str, **fields: Any) -> None:
    reply = caller.post(f"/chats/{chat}/{what}", fields, **a_key())
    assert reply.status < 300, reply.body


def a_key() -> dict[str, str]:
    """The header with a new key: answers are kept."""
    return {"Idempotency-Key": uuid4().hex}


def _told_on(mark: str, phone: str) -> None:
    """What the feed keeps in Redis, and a sink has in a file."""
    told = (Told("callRemoved", call_id=f"call-{mark}", caller=phone, reason=mark), Told("callQueued"))
    change = encode_change(Change("2026-11-23T12:00:00+00:00", 1, 2, 0, 2, told))
    connect_blocking(settings.REDIS_URL).lpush(f"{KEY_PREFIX}W#Spanish#Any", change)
    event = Message(f"m-{mark}", "callRemoved", f"call-{mark}", body_of("callRemoved", "", {"reason": mark}))
    delivery_for("crm", event, at=now()).save()
    callback_keep(f"call-{mark}", f"https://example.com/{mark}", at=now())
    buffers = reporting.buffers()
    for name, sink in reporting.sinks().items():
        sink_drain(buffers, name, sink)
