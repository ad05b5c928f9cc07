"""Conversations over HTTP: who may, exactly once, what customers see; groups, notes, merges, limits."""

from typing import Any

import pytest
from pytest_django import Settings

from routing import services
from routing.model.agents import Choice
from routing.router import Router
from tests.builders import a_waiting_agent
from tests.centres import match_all
from tests.integration.api.conftest import Caller, a_user, by_token

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("conversations", "scenes")]


def a_group(owner: Caller, *members: str, **more: Any) -> str:
    reply = owner.post("/groups", {"title": "Sales", "members": [*members], **more})
    assert reply.status == 201, reply.body
    return str(reply.body["chat"])


def message(client_id: str, base: int = 0, body: str = "Hello") -> dict[str, Any]:
    return {"client_id": client_id, "base": base, "body": body}


def a_customer() -> tuple[Caller, str]:
    made = Caller().post("/customers", {"scene": "listing"}).body
    return by_token(made["token"]), made["party"]


def test_two_agents_write_to_each_other(ana: Caller, bob: Caller) -> None:
    begun = [
        ana.post("/chats/direct", {"other": "agent:bob"}),
        bob.post("/chats/direct", {"other": "agent:ana"}),
    ]
    assert [one.status for one in begun] == [201, 201]
    chat = begun[0].body["chat"]
    assert begun[1].body["chat"] == chat

    first = ana.post(f"/chats/{chat}/messages", message("a1")).body
    second = bob.post(f"/chats/{chat}/messages", message("b1", base=1, body="Hi\nAna")).body
    assert (first["number"], second["number"], second["sender"], second["count"]) == (1, 2, "agent:bob", 2)
    assert ana.get(f"/chats/{chat}/messages").body["items"] == [first, second]
    assert ana.get(f"/chats/{chat}/messages?after=1").body["items"] == [second]
    assert ana.get(f"/chats/{chat}/messages?before=2&limit=1").body["items"] == [first]
    assert ana.post(f"/chats/{chat}/read", {"number": 2}).body == {
        "chat": chat,
        "read_number": 2,
        "read_count": 2,
    }
    assert ana.post(f"/chats/{chat}/read", {"number": 1}).body["read_number"] == 2


def test_one_conversation_for_one_key(ana: Caller, bob: Caller) -> None:
    key = {"Idempotency-Key": "after-a-lost-reply"}
    group = {"title": "Sales", "members": ["agent:bob"]}
    made = [caller.post("/groups", group, **key).body["chat"] for caller in (ana, ana, bob)]
    assert made[0] == made[1] != made[2]
    reused = ana.post("/groups", {"title": "Other"}, **key)
    assert (reused.status, reused.body["code"]) == (422, "key_reused")
    assert ana.post("/groups", group, **{"Idempotency-Key": "x"}).body["field"] == "Idempotency-Key"

    customer, _ = a_customer()
    begun = [customer.post("/chats", {}, **key).body["chat"] for _ in range(2)]
    assert begun[0] == begun[1] != made[0]
    assert customer.post("/chats", {}).body["chat"] != begun[0]


def test_a_note_is_read_by_its_number(ana: Caller, bob: Caller) -> None:
    chat = a_group(ana)
    note = ana.post(f"/chats/{chat}/notes", message("n1", body="VIP")).body
    assert ana.get(f"/chats/{chat}/notes/1").body == note
    for number in (0, 2, 10**12):
        missing = ana.get(f"/chats/{chat}/notes/{number}")
        assert (missing.status, missing.body["code"]) == (404, "unknown_message")
    assert bob.get(f"/chats/{chat}/notes/1").body["code"] == "not_a_member"


def test_one_message_for_one_client_id(ana: Caller) -> None:
    chat = a_group(ana)
    first, again = (ana.post(f"/chats/{chat}/messages", message("once")) for _ in range(2))
    other = ana.post(f"/chats/{chat}/messages", message("once", body="Bye"))

    assert first.body == again.body
    assert (other.status, other.body["code"], other.body["field"]) == (422, "client_id_reused", "client_id")


def test_a_message_is_recalled_by_its_sender_or_a_supervisor(ana: Caller, bob: Caller) -> None:
    chat = a_group(ana, "agent:bob")
    mara = a_user("mara", "supervisors")
    for number in (1, 2):
        ana.post(f"/chats/{chat}/messages", message(f"a{number}", base=number - 1))
    refused = bob.post(f"/chats/{chat}/recall", {"number": 1})
    recalled = ana.post(f"/chats/{chat}/recall", {"number": 1}).body

    assert (refused.status, refused.body["code"]) == (403, "not_allowed")
    assert (recalled["recalled"], recalled["body"]) == (True, "")
    assert mara.post(f"/chats/{chat}/recall", {"number": 2}).body["recalled"]
    kinds = [one["kind"] for one in bob.get(f"/chats/{chat}/messages").body["items"]]
    assert kinds == ["text", "text", "recall", "recall"]


def test_a_recall_comes_too_late(ana: Caller, settings: Settings) -> None:
    settings.RECALL_SECONDS = 0
    from messaging.runtime import messenger  # noqa: PLC0415

    messenger.cache_clear()
    chat = a_group(ana)
    ana.post(f"/chats/{chat}/messages", message("a1"))
    reply = ana.post(f"/chats/{chat}/recall", {"number": 1})

    assert (reply.status, reply.body["code"], reply.body["limit"]) == (409, "recall_too_late", 0)


def test_customers_see_one_counterpart_and_no_notes(ana: Caller) -> None:
    leo, party = a_customer()
    chat = a_group(ana, party)
    ana.post(f"/chats/{chat}/messages", message("a1"))
    ana.post(f"/chats/{chat}/notes", message("n1", body="Knows the price"))
    leo.post(f"/chats/{chat}/messages", message("c1", base=1))

    seen = leo.get(f"/chats/{chat}/messages").body["items"]
    assert [one["sender"] for one in seen] == ["service", party]
    assert [one["state"] for one in seen] == [{"open": True, "contact": None, "agent": None}] * 2
    assert leo.get(f"/chats/{chat}/notes").body["code"] == "not_for_customers"
    (note,) = ana.get(f"/chats/{chat}/notes").body["items"]
    assert (note["number"], note["body"], note["sender"]) == (1, "Knows the price", "agent:ana")


def test_others_may_not_read_write_or_note(ana: Caller, bob: Caller) -> None:
    chat = a_group(ana)
    leo, _ = a_customer()
    ana.post(f"/chats/{chat}/messages", message("a1"))
    for other in (bob, leo):
        replies = [
            other.get(f"/chats/{chat}/messages"),
            other.post(f"/chats/{chat}/messages", message("b1")),
            other.post(f"/chats/{chat}/read", {"number": 1}),
            other.post(f"/chats/{chat}/recall", {"number": 1}),
            other.get(f"/chats/{chat}/messages/1/file"),
            other.ask("POST", f"/chats/{chat}/attachments?client_id=f&base=0", b"text", "text/plain"),
        ]
        assert [one.status for one in replies] == [403] * 6, [one.body for one in replies]
    assert bob.get(f"/chats/{chat}/notes").status == 403
    assert bob.post(f"/chats/{chat}/notes", message("n1")).status == 403
    assert bob.post(f"/groups/{chat}/join", {"party": "agent:bob"}).status == 403
    assert len(ana.get(f"/chats/{chat}/messages").body["items"]) == 1


def test_users_take_part_at_a_desk_or_as_supervisors() -> None:
    olga = a_user("olga", "operators")

    assert olga.post("/groups", {}).body["code"] == "no_desk"
    assert a_user("mara", "supervisors").post("/groups", {}).status == 201


def test_a_session_needs_its_csrf_token(ana: Caller) -> None:
    ana.headers.pop("x-csrftoken")

    assert ana.post("/groups", {}).body["code"] == "csrf"


def test_a_group_is_joined_left_and_changes_hands(ana: Caller, bob: Caller) -> None:
    chat = a_group(ana, chat="sales")
    assert a_group(ana, chat="sales") == chat == "sales"
    assert bob.post("/groups", {"chat": "sales"}).body["code"] == "chat_exists"
    joined = ana.post(f"/groups/{chat}/join", {"party": "agent:bob"}).body
    assert (joined["role"], joined["left_at"]) == ("member", None)
    assert ana.post(f"/groups/{chat}/join", {"party": "agent:bob"}).body == joined
    assert ana.post(f"/groups/{chat}/role", {"party": "agent:bob", "role": "owner"}).body["role"] == "owner"
    assert ana.post(f"/groups/{chat}/leave", {"party": "agent:bob"}).status == 403
    assert ana.post(f"/groups/{chat}/leave", {"party": "agent:ana"}).body["left_at"]
    assert ana.get(f"/chats/{chat}/messages").status == 403
    assert bob.get(f"/chats/{chat}/messages").status == 200


def test_a_conversation_and_its_members_are_read_by_members(ana: Caller, bob: Caller) -> None:
    leo, party = a_customer()
    chat = a_group(ana, "agent:eva", party)
    first = ana.get(f"/chats/{chat}/members?limit=2").body
    rest = ana.get(f"/chats/{chat}/members?limit=2&cursor={first['next']}").body

    assert [one["party"] for one in first["items"] + rest["items"]] == ["agent:ana", "agent:eva", party]
    assert (ana.get(f"/chats/{chat}").body["title"], leo.get(f"/chats/{chat}").body["members"]) == (
        "Sales",
        3,
    )
    assert {bob.get(f"/chats/{chat}").status, bob.get(f"/chats/{chat}/members").status} == {403}
    assert leo.get(f"/chats/{chat}/members").body["code"] == "not_for_customers"
    assert ana.get("/chats/nobody").status == 404


def test_the_routing_is_no_member_of_anything(ana: Caller) -> None:
    chat = ana.post("/groups", {}).body["chat"]
    for address, name in (("/chats/direct", "other"), (f"/groups/{chat}/join", "party")):
        refused = ana.post(address, {name: "routing"})
        assert (refused.status, refused.body["field"]) == (400, name)
    assert ana.post("/groups", {"members": ["routing"]}).body["field"] == "members"


def test_a_full_group_says_its_limit(ana: Caller, settings: Settings) -> None:
    settings.GROUP_MEMBERS = 2
    from messaging.runtime import messenger  # noqa: PLC0415

    messenger.cache_clear()
    reply = ana.post(f"/groups/{a_group(ana, 'agent:bob')}/join", {"party": "agent:eva"})

    assert (reply.status, reply.body["code"], reply.body["limit"]) == (409, "group_full", 2)


def test_a_merge_is_made_and_undone(robot: Caller) -> None:
    mara = a_user("mara", "supervisors")
    for _ in range(2):
        merged = mara.post("/contacts/leo/merge", {"alias": "anon"})
        assert merged.body == {"contact": "leo", "family": ["leo", "anon"]}
    assert robot.get("/contacts/leo").body["family"] == ["leo", "anon"]
    assert mara.post("/contacts/eva/merge", {"alias": "anon"}).status == 409
    assert mara.post("/contacts/leo/unmerge", {"alias": "anon"}).body["family"] == ["leo"]


def test_an_operator_merges_nobody(ana: Caller) -> None:
    assert ana.post("/contacts/leo/merge", {"alias": "anon"}).body["code"] == "permission_missing"


def test_messages_of_a_sender_are_limited(ana: Caller, bob: Caller, settings: Settings) -> None:
    settings.MESSAGE_RATES = {60: 2}
    chat = a_group(ana, "agent:bob")
    replies = [ana.post(f"/chats/{chat}/messages", message(f"a{base}", base)) for base in range(3)]

    assert [one.status for one in replies] == [200, 200, 429]
    assert (replies[2].body["field"], replies[2].body["limit"]) == ("messages", 2)
    assert int(replies[2].headers["Retry-After"]) >= 1
    assert bob.post(f"/chats/{chat}/messages", message("b1", 2)).status == 200


def test_open_conversations_of_an_anonymous_address_are_limited(settings: Settings) -> None:
    settings.ANONYMOUS_CHATS = 2
    (leo, _), (eva, _) = a_customer(), a_customer()
    replies = [
        leo.post("/chats", {"chat": "one"}),
        leo.post("/chats", {"chat": "one"}),
        eva.post("/chats", {}),
    ]
    refused = eva.post("/chats", {})

    assert [one.status for one in replies] == [201, 201, 201]
    assert replies[0].body["scene"] == "listing"
    assert (refused.status, refused.body["code"], refused.body["limit"]) == (429, "open_chats", 2)
    assert leo.post("/chats", {"chat": "one"}).status == 201


def test_a_customer_begins_only_for_itself(robot: Caller) -> None:
    leo, party = a_customer()

    assert leo.post("/chats", {"scene": "booking"}).body["code"] == "token_wrong_scene"
    assert leo.post("/chats", {"contact": "contact:eva"}).status == 403
    assert leo.post("/groups", {}).body["code"] == "not_for_customers"
    assert robot.post("/chats", {"contact": party, "scene": "listing"}).status == 201
    assert robot.post("/chats", {"scene": "listing"}).body["field"] == "contact"
    assert robot.post("/chats", {"contact": party, "scene": "nowhere"}).body["field"] == "scene"
    assert robot.post("/chats/direct", {"other": party}).body["field"] == "other"


def test_a_customers_message_opens_its_conversation_which_an_agent_serves(
    ana: Caller, router: Router
) -> None:
    leo, party = a_customer()
    eva, _ = a_customer()
    chat = leo.post("/chats", {}).body["chat"]
    a_waiting_agent(router, "ana", languages=("English",))
    services.agent_slots(router, agent_id="ana")
    services.agent_choose(router, agent_id="ana~chat", choice=Choice.READY)
    sent = leo.post(f"/chats/{chat}/messages", message("c1")).body
    match_all(router)
    assert (sent["state"]["open"], sent["sender"]) == (True, party)
    assert eva.post(f"/chats/{chat}/close", {"seen": 1}).status == 403

    head = ana.post(f"/chats/{chat}/accept").body
    assert head["state"]["agent"] == "agent:ana"
    answer = ana.post(f"/chats/{chat}/messages", message("a1", head["number"], "How can I help?")).body
    assert leo.get(f"/chats/{chat}/messages").body["items"][-1]["sender"] == "service"
    early = ana.post(f"/chats/{chat}/close", {"seen": 1})
    assert (early.status, early.body["changed"]) == (409, False)
    closed = ana.post(f"/chats/{chat}/close", {"seen": answer["number"]}).body
    assert closed["state"]["open"] is False
    assert ana.post(f"/chats/{chat}/messages", message("a2", answer["number"])).status in (403, 409)
