"""Chats over HTTP: opened by a message, taken, transferred and closed at desks and by robots."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from accounts.models import Seat
from api.access.scopes import Scope
from routing import services
from routing.model.agents import Choice
from routing.router import Router
from routing.runtime import now
from tests.builders import as_agent
from tests.centres import match_all
from tests.integration.api.conftest import Caller, a_program, a_user, by_token

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("scenes", "conversations")]


def a_chat(scene: str = "listing") -> tuple[Caller, str]:
    """A customer whose conversation has not begun."""
    customer = by_token(Caller().post("/customers", {"scene": scene}).body["token"])
    return customer, str(customer.post("/chats", {}).body["chat"])


def says(caller: Caller, chat: str, body: str, base: int = 0) -> dict[str, Any]:
    found = {"client_id": body.replace(" ", "-"), "base": base, "body": body}
    reply = caller.post(f"/chats/{chat}/messages", found)
    assert reply.status == 200, reply.body
    return dict(reply.body)


def comes(router: Router, agent: str) -> None:
    """The agent waits for chats."""
    services.agent_create(router, agent_id=agent, name=agent.title(), gender="F", languages=("English",))
    as_agent(services.agent_slots(router, agent_id=agent, slots=2))
    as_agent(services.agent_choose(router, agent_id=f"{agent}~chat", choice=Choice.READY))


def test_a_customer_and_an_agent_write_to_each_other(router: Router, ana: Caller, bob: Caller) -> None:
    comes(router, "ana")
    customer, chat = a_chat()
    first = says(customer, chat, "is it sold")
    assert (first["number"], first["state"]) == (1, {"open": True, "contact": None, "agent": None})
    match_all(router)

    rings = ana.get("/desk/chats").body
    assert (rings["offered"]["chat"], rings["held"], rings["slots"]) == (chat, [], 2)
    refused = bob.post(f"/chats/{chat}/accept")
    assert (refused.status, refused.body["code"]) == (409, "conflict")
    taken = ana.post(f"/chats/{chat}/accept").body
    assert taken == ana.post(f"/chats/{chat}/accept").body
    assert taken["state"] == {"open": True, "contact": f"{chat}.1", "agent": "agent:ana"}
    assert [one["chat"] for one in ana.get("/desk/chats").body["held"]] == [chat]

    says(ana, chat, "no", base=2)
    seen = customer.get(f"/chats/{chat}/messages").body["items"]
    assert [(one["sender"], one["body"]) for one in seen[1:]] == [("service", "accepted"), ("service", "no")]
    assert "ana" not in str(seen)


def test_a_supervisor_who_has_a_desk_takes_part_as_either(ana: Caller, bob: Caller) -> None:
    customer, chat = a_chat()
    says(customer, chat, "is it sold")
    boss = a_user("boss", "supervisors")
    user = User.objects.get(username="boss")
    Seat.objects.create(user=user, agent_id="kim", given_by="boss", given_at=now())

    assert boss.get("/me").body["party"] == "agent:kim"
    assert boss.get("/me?as=supervisor").body["party"] == "user:boss"
    assert boss.get(f"/chats/{chat}/messages").status == 403
    assert boss.get(f"/chats/{chat}/messages?as=supervisor").body["items"][0]["body"] == "is it sold"
    for caller, role in ((ana, "supervisor"), (bob, "supervisor"), (boss, "root")):
        refused = caller.get(f"/chats/{chat}/messages?as={role}")
        assert (refused.status, refused.body["field"]) == (403, "as")


def test_the_agent_who_serves_has_the_chat_in_the_inbox_and_marks_it_as_read(
    router: Router, ana: Caller
) -> None:
    comes(router, "ana")
    customer, chat = a_chat()
    assert says(customer, chat, "is it sold")["at"].endswith("Z")
    match_all(router)
    ana.post(f"/chats/{chat}/accept")

    row = ana.get("/inbox").body["rows"][0]
    assert (row["chat"], row["left"], row["unread"]) == (chat, False, 1)
    assert row["line"]["text"] == "accepted agent:ana"
    assert ana.post(f"/chats/{chat}/read", {"number": 1}).body["read_number"] == 1
    assert ana.get("/inbox").body["rows"][0]["unread"] == 0

    ana.post(f"/chats/{chat}/transfer", {})
    assert [one["left"] for one in ana.get("/inbox").body["rows"]] in ([], [True])
    assert ana.post(f"/chats/{chat}/read", {"number": 1}).status == 403


def test_no_close_over_an_unseen_message(router: Router, ana: Caller) -> None:
    comes(router, "ana")
    customer, chat = a_chat()
    says(customer, chat, "is it sold")
    match_all(router)
    ana.post(f"/chats/{chat}/accept")
    says(customer, chat, "hello", base=1)

    refused = ana.post(f"/chats/{chat}/close", {"seen": 2})
    assert (refused.status, refused.body["present"]["number"], refused.body["changed"]) == (409, 3, False)
    assert "you have not seen message 3" in refused.body["detail"]
    closed = ana.post(f"/chats/{chat}/close", {"seen": 3}).body
    assert closed == ana.post(f"/chats/{chat}/close", {"seen": 3}).body
    assert closed["state"]["open"] is False
    late = ana.post(f"/chats/{chat}/messages", {"client_id": "late", "base": 4, "body": "bye"})
    assert (late.status, late.body["code"]) == (409, "closed")


def test_who_lost_a_chat_to_a_transfer_has_no_more_say(router: Router, ana: Caller, bob: Caller) -> None:
    comes(router, "ana")
    comes(router, "bob")
    customer, chat = a_chat()
    says(customer, chat, "is it sold")
    match_all(router)
    ana.post(f"/chats/{chat}/accept")

    assert ana.post(f"/chats/{chat}/transfer", {"to_agent": "bob"}).status == 200
    match_all(router)
    assert bob.get("/desk/chats").body["offered"]["chat"] == chat
    for command, found in (
        ("messages", {"client_id": "late", "base": 3, "body": "wait"}),
        ("close", {"seen": 3}),
        ("transfer", {"to_queue": "W.chat#English#Any"}),
    ):
        refused = ana.post(f"/chats/{chat}/{command}", found)
        assert (refused.status, refused.body["code"]) == (409, "transferred"), refused.body
    assert bob.post(f"/chats/{chat}/accept").body["state"]["agent"] == "agent:bob"
    assert len(bob.get(f"/chats/{chat}/messages").body["items"]) == 4


def test_only_who_served_it_may_repeat_a_close(router: Router, ana: Caller, bob: Caller) -> None:
    comes(router, "ana")
    customer, chat = a_chat()
    says(customer, chat, "is it sold")
    match_all(router)
    assert ana.post(f"/chats/{chat}/accept").status == 200
    for _ in range(2):
        assert ana.post(f"/chats/{chat}/close", {"seen": 2}).body["state"]["open"] is False

    assert bob.post(f"/chats/{chat}/close", {"seen": 9}).body["code"] == "transferred"
    late = ana.post(f"/chats/{chat}/accept")
    assert late.body["detail"] == "chat is completed, not offered to this agent"


def test_a_robot_answers_first_and_hands_over(router: Router, robot: Caller) -> None:
    comes(router, "ana")
    customer, chat = a_chat("hours")
    says(customer, chat, "is it sold")
    assert match_all(router) == []

    says(robot, chat, "one moment", base=1)
    handed = robot.post(f"/chats/{chat}/transfer", {}).body
    assert handed["state"] == {"open": True, "contact": f"{chat}.1", "agent": ""}
    assert match_all(router) == [(f"{chat}.1", "ana~chat")]
    assert robot.post(f"/chats/{chat}/close", {"seen": 9}).body["code"] == "transferred"


def test_an_agent_transfers_a_chat_to_a_robot(router: Router, ana: Caller, robot: Caller) -> None:
    comes(router, "ana")
    customer, chat = a_chat()
    says(customer, chat, "when do you open")
    match_all(router)
    ana.post(f"/chats/{chat}/accept")

    refused = ana.post(f"/chats/{chat}/transfer", {"to_robot": "crm"}).body
    assert (refused["field"], refused["detail"]) == (
        "to_robot",
        "to_robot: 'crm' is not allowed; choose one of robot",
    )
    refused = ana.post(f"/chats/{chat}/transfer", {"to_robot": "robot", "to_agent": "ana"}).body
    assert (refused["code"], refused["field"]) == ("invalid_field", "to_robot")
    given = ana.post(f"/chats/{chat}/transfer", {"to_robot": "robot"}).body
    assert given["state"] == {"open": True, "contact": f"{chat}.1", "agent": "program:robot"}
    assert ana.get("/desk/chats").body["held"] == []
    says(robot, chat, "at nine", base=3)
    assert "robot" not in str(customer.get(f"/chats/{chat}/messages").body)


def test_a_customer_leaves_before_an_answer(router: Router) -> None:
    customer, chat = a_chat()
    says(customer, chat, "is it sold")
    assert customer.post(f"/chats/{chat}/close", {"seen": 1}).body == {
        "number": 2,
        "count": 1,
        "state": {"open": False, "contact": None, "agent": None},
    }
    assert router.table.exists()


def test_a_customer_hears_only_that_the_chat_has_changed(router: Router, ana: Caller) -> None:
    comes(router, "ana")
    customer, chat = a_chat()
    says(customer, chat, "is it sold")
    match_all(router)
    ana.post(f"/chats/{chat}/accept")
    says(ana, chat, "no", base=2)

    refused = customer.post(f"/chats/{chat}/close", {"seen": 1})

    assert (refused.status, refused.body["present"]) == (
        409,
        {"number": 3, "state": {"open": True}},
    )
    assert refused.body["detail"] == "This conversation has changed; read it, then try again."


def test_a_robot_that_has_handed_over_writes_no_more(router: Router, robot: Caller) -> None:
    customer, chat = a_chat("hours")
    says(customer, chat, "is it sold")
    says(robot, chat, "one moment", base=1)
    assert robot.post(f"/chats/{chat}/transfer", {}).status == 200

    refused = robot.post(f"/chats/{chat}/messages", {"client_id": "late", "base": 3, "body": "hello"})
    assert (refused.status, refused.body["code"]) == (409, "transferred")
    says(robot, chat, "one moment", base=1)
    assert says(a_program("crm", Scope.MESSAGES), chat, "order 7 has left", base=3)["number"] == 4
    assert len(customer.get(f"/chats/{chat}/messages").body["items"]) == 4
    assert router.table.exists()


def test_nobody_closes_the_conversation_of_another_customer(router: Router) -> None:
    customer, chat = a_chat()
    says(customer, chat, "is it sold")
    other, _ = a_chat()
    assert other.post(f"/chats/{chat}/close", {"seen": 1}).body["code"] == "not_a_member"
    assert len(customer.get(f"/chats/{chat}/messages").body["items"]) == 1
    assert router.table.exists()


@pytest.mark.parametrize(
    ("found", "field"),
    [
        ({"to_queue": "W#English#Any"}, "to_queue"),
        ({"to_queue": "W.chat#Latin#Any"}, "to_queue"),
        ({"to_queue": "W.chat"}, "to_queue"),
        ({"to_agent": "nobody"}, "to_agent"),
        ({"reason": "x" * 61}, "reason"),
        ({"color": "red"}, "color"),
    ],
)
def test_a_wrong_transfer_names_its_field(
    router: Router, ana: Caller, found: dict[str, Any], field: str
) -> None:
    comes(router, "ana")
    customer, chat = a_chat()
    says(customer, chat, "is it sold")
    match_all(router)
    ana.post(f"/chats/{chat}/accept")
    refused = ana.post(f"/chats/{chat}/transfer", found)
    assert (refused.status, refused.body.get("field")) == (400, field), refused.body


def test_only_a_desk_takes_chats(router: Router, robot: Caller) -> None:
    customer, chat = a_chat()
    says(customer, chat, "is it sold")
    mara = a_user("mara", "supervisors")
    assert mara.post(f"/chats/{chat}/accept").body["field"] == "agent"
    assert robot.post(f"/chats/{chat}/accept").body["code"] == "scope_missing"
    operator = a_program("ana", Scope.OPERATE)
    assert operator.post(f"/chats/{chat}/accept").body["field"] == "agent"
    assert customer.post(f"/chats/{chat}/accept").body["code"] == "not_for_customers"
    assert customer.post(f"/chats/{chat}/transfer", {}).status == 403
    assert a_program("reader", Scope.READ).get("/desk/chats").body["code"] == "scope_missing"
    assert a_user("olga").get("/desk/chats").status == 403
    assert router.table.exists()


def test_an_agent_without_slots_has_no_chats(router: Router, ana: Caller) -> None:
    assert ana.get("/desk/chats").body["code"] == "no_chats"
    assert router.table.exists()
