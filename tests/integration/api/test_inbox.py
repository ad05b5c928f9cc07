"""Inbox, read marks and readers over HTTP; who holds a socket."""

import pytest

from api.access.devices import identify_devices
from api.access.scopes import Scope
from messaging.devices.identity import Claim
from messaging.model.parties import Party, party_of
from sockets.refusals import FORBIDDEN, SIGNED_OUT, Refusal
from tests.integration.api.conftest import Caller, Reply, a_program, a_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("conversations", "scenes")]


def sent(who: Caller, chat: str, number: int) -> Reply:
    found = {"client_id": f"m{number}", "base": number - 1, "body": f"message {number}"}
    return who.post(f"/chats/{chat}/messages", found)


def test_the_inbox_says_what_changed_and_what_is_unread(ana: Caller, bob: Caller) -> None:
    chat = ana.post("/groups", {"title": "Sales", "members": ["agent:bob"]}).body["chat"]
    sent(ana, chat, 1)
    first = bob.get("/inbox").body
    (row,) = first["rows"]
    assert (row["chat"], row["unread"], row["line"]["text"]) == (chat, 1, "message 1")
    after = f"/inbox?stamp={first['stamp']}&epoch={first['epoch']}"
    assert bob.get(after).body["rows"] == []

    sent(ana, chat, 2)
    assert [one["number"] for one in bob.get(after).body["rows"]] == [2]
    assert bob.post(f"/chats/{chat}/read", {"number": 2}).body["read_number"] == 2
    assert bob.get("/inbox").body["rows"][0]["unread"] == 0
    assert bob.get(f"/chats/{chat}/readers?number=2").body["items"] == ["agent:bob"]
    assert bob.get("/inbox?stamp=x").body["field"] == "stamp"
    assert bob.get("/inbox?limit=0").body["limit"] == 1


def test_customers_see_one_counterpart_in_lists_and_readers(ana: Caller) -> None:
    made = Caller().post("/customers", {"scene": "listing"}).body
    leo = Caller({"authorization": f"Bearer {made['token']}"})
    chat = ana.post("/groups", {"members": [made["party"]]}).body["chat"]
    sent(ana, chat, 1)
    ana.post(f"/chats/{chat}/read", {"number": 1})
    (row,) = leo.get("/inbox").body["rows"]

    assert row["line"]["sender"] == "service"
    assert leo.get(f"/chats/{chat}/readers?number=1").body["items"] == ["service"]


def test_others_hear_nothing_of_readers(ana: Caller, bob: Caller) -> None:
    chat = ana.post("/groups", {}).body["chat"]
    sent(ana, chat, 1)

    assert bob.get(f"/chats/{chat}/readers?number=1").status == 403
    assert bob.get("/inbox").body["rows"] == []


def test_a_socket_is_held_by_session_or_token(ana: Caller) -> None:
    operator, mara = a_user("olga", "operators"), a_user("mara", "supervisors")
    made = Caller().post("/customers", {"scene": "listing"}).body
    program, reader = a_program("robot", Scope.MESSAGES), a_program("reader", Scope.READ)
    claims = [
        *(Claim(session_key=one.client.session.session_key or "") for one in (ana, mara, operator)),
        *(Claim(token=one.headers["authorization"].split()[1]) for one in (program, reader)),
        *(Claim(token=made["token"], origin=origin) for origin in ("", "https://evil.example")),
        Claim(),
        Claim(token="nonsense"),
    ]
    held = identify_devices(claims)

    parties = [one for one in held if isinstance(one, Party)]
    assert [str(one) for one in parties] == [
        *("agent:ana", "user:mara", "program:robot", made["party"]),
    ]
    assert parties[-1] == party_of(made["party"])
    codes = [one.code for one in held if isinstance(one, Refusal)]
    assert codes == [FORBIDDEN, FORBIDDEN, FORBIDDEN, SIGNED_OUT, SIGNED_OUT]
