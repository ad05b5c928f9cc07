"""POSTs of conversations: what must exist before, and two requests that differ."""

from typing import Any

from tests.cards import BOOKING, PRICE
from tests.integration.api.cards.test_cards import SECRET
from tests.integration.api.conftest import Caller, by_token
from tests.integration.api.keys.posts import Case, Post, Stage

FILE = "application/octet-stream"


def _customer(_stage: Stage) -> Post:
    return Post(Caller(), "/customers", {"scene": "listing"}, {"scene": "booking"})


def _chat(_stage: Stage) -> Post:
    customer = by_token(Caller().post("/customers", {"scene": "listing"}).body["token"])
    return Post(customer, "/chats", {"title": "Clio"}, {"title": "Zoe"})


def _group(stage: Stage) -> Post:
    return Post(stage.ana, "/groups", {"title": "Sales"}, {"title": "Service"})


def _direct(stage: Stage) -> Post:
    return Post(stage.ana, "/chats/direct", {"other": "agent:bob"}, {"other": "agent:kim"})


def _writes(what: str, base: int = 2, **more: Any) -> Case:
    def post(stage: Stage) -> Post:
        _, chat = stage.served()
        body = {"client_id": "x1", "base": base, "body": "no", **more}
        return Post(stage.ana, f"/chats/{chat}/{what}", body, {**body, "body": "yes"})

    return post


def _at_number(what: str) -> Case:
    def post(stage: Stage) -> Post:
        customer, chat = stage.served()
        return Post(customer, f"/chats/{chat}/{what}", {"number": 1}, {"number": 2})

    return post


def _attachment(stage: Stage) -> Post:
    _, chat = stage.served()
    address = f"/chats/{chat}/attachments?client_id=f1&base=2&name=a.txt"
    return Post(stage.ana, address, b"a text", b"another text", FILE)


def _notice(stage: Stage) -> Post:
    body = {"client_id": "n1", "base": 0, "body": "Lunch"}
    return Post(stage.program, "/notices", body, {**body, "body": "Dinner"})


def _notices_read(stage: Stage) -> Post:
    assert _notice(stage).send().status == 200
    body = {"device": "phone-1", "number": 1}
    return Post(stage.ana, "/notices/read", body, {**body, "device": "phone-2"})


def _slots(stage: Stage) -> Post:
    stage.served()
    return Post(stage.ana, "/desk/chats/slots", {"slots": 1}, {"slots": 2})


def _card(stage: Stage) -> Post:
    _, chat = stage.served()
    body = {"client_id": "c1", "base": 2, "kind": "price", "values": PRICE}
    return Post(stage.ana, f"/chats/{chat}/cards", body, {**body, "base": 1})


def _act(stage: Stage) -> Post:
    customer, card = stage.card("price")
    body = {"step": 1, "action": "confirm", "values": {}}
    return Post(customer, f"/cards/{card}/act", body, {**body, "action": "decline"})


def _report(stage: Stage) -> Post:
    customer, card = stage.card("visit")
    book = {"step": 1, "action": "book", "values": BOOKING}
    assert customer.post(f"/cards/{card}/act", book).status == 200
    body = {"card": card, "kind": "visit", "state": "done", "values": {"reference": "B-7"}}
    return Post(Caller(), f"/cards/{card}/report", body, {**body, "values": {}}, secret=SECRET)


def _desk(what: str) -> Case:
    def post(stage: Stage) -> Post:
        _, chat = stage.chat()
        return Post(stage.ana, f"/chats/{chat}/{what}")

    return post


def _transfer(stage: Stage) -> Post:
    _, chat = stage.served()
    return Post(stage.ana, f"/chats/{chat}/transfer", {"reason": "wrong desk"}, {"reason": "no"})


def _close(stage: Stage) -> Post:
    _, chat = stage.served()
    return Post(stage.ana, f"/chats/{chat}/close", {"seen": 2}, {"seen": 3})


def _member(what: str, party: str, **more: str) -> Case:
    def post(stage: Stage) -> Post:
        body = {"party": party, **more}
        return Post(stage.ana, f"/groups/{stage.group()}/{what}", body, {**body, "party": "agent:zoe"})

    return post


def _merge(what: str) -> Case:
    def post(stage: Stage) -> Post:
        if what == "unmerge":
            assert stage.program.post("/contacts/kim/merge", {"alias": "anon"}).status == 200
        return Post(stage.program, f"/contacts/kim/{what}", {"alias": "anon"}, {"alias": "other"})

    return post


CONVERSATIONS: dict[str, Case] = {
    "customers": _customer,
    "chat_begin": _chat,
    "direct_begin": _direct,
    "message_read": _at_number("read"),
    "message_post": _writes("messages"),
    "recall": _at_number("recall"),
    "note_post": _writes("notes", base=0),
    "notice_post": _notice,
    "notices_read_post": _notices_read,
    "attachment_post": _attachment,
    "slots": _slots,
    "card_post": _card,
    "act": _act,
    "report": _report,
    "accept": _desk("accept"),
    "decline": _desk("decline"),
    "transfer": _transfer,
    "close": _close,
    "group_post": _group,
    "join": _member("join", "agent:kim"),
    "leave": _member("leave", "agent:bob"),
    "role": _member("role", "agent:bob", role="admin"),
    "merge": _merge("merge"),
    "unmerge": _merge("unmerge"),
}
