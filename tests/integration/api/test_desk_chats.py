"""An agent's chats over HTTP: who waits, availability, slots; earlier conversations of a customer."""

import pytest

from messaging.chats.arrivals import chat_send
from messaging.model.parties import party_of
from messaging.runtime import chats, messenger
from messaging.services import contact_merge, service_create
from messaging.services.profile_keeping import profile_keep
from reporting.history.keeping import calls_record
from routing import services
from routing.model.agents import Choice
from routing.router import Router
from tests.centres import match_all
from tests.integration.api.conftest import Caller
from tests.integration.api.test_served_chats import a_chat, comes, says

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("scenes", "conversations")]


def accepted(router: Router, ana: Caller, first: str) -> tuple[Caller, str]:
    """A chat in progress at Ana's desk, opened with this message."""
    customer, chat = a_chat()
    says(customer, chat, first)
    match_all(router)
    assert ana.post(f"/chats/{chat}/accept").status == 200
    return customer, chat


def test_it_says_who_waits_for_an_answer_and_since_when(router: Router, ana: Caller) -> None:
    comes(router, "ana")
    customer, chat = accepted(router, ana, "is it sold")
    first = customer.get(f"/chats/{chat}/messages").body["items"][0]
    says(customer, chat, "hello", base=2)

    held = ana.get("/desk/chats").body["held"][0]
    assert held["wait"] == {"by": "customer", "since": first["at"]}
    assert (held["customer"].startswith("contact:"), held["name"]) == (True, "")
    answer = says(ana, chat, "no", base=3)
    held = ana.get("/desk/chats").body["held"][0]
    assert held["wait"] == {"by": "agent", "since": answer["at"]}


def test_chats_are_paused_apart_from_calls_and_those_in_progress_stay(router: Router, ana: Caller) -> None:
    comes(router, "ana")
    _, chat = accepted(router, ana, "is it sold")

    assert ana.post("/desk/chats/choose", {"choice": "paused", "reason": "Lunch"}).status == 200

    paused = ana.get("/desk/chats").body
    assert (paused["choice"], paused["status"], paused["pause_reason"]) == ("paused", "paused", "Lunch")
    assert [one["chat"] for one in paused["held"]] == [chat]
    a_chat()
    assert match_all(router) == []


def test_an_agent_chooses_fewer_slots_than_given_and_never_more(
    router: Router, ana: Caller, bob: Caller
) -> None:
    comes(router, "ana")
    fewer = ana.post("/desk/chats/slots", {"slots": 1}).body
    assert (fewer["slots"], fewer["most_slots"]) == (1, 2)
    refused = ana.post("/desk/chats/slots", {"slots": 3})
    assert (refused.status, refused.body["field"]) == (400, "slots")
    assert ana.post("/desk/chats/slots", {"slots": 2}).body["slots"] == 2
    services.agent_create(router, agent_id="bob", name="Bob", gender="M", languages=("English",))
    assert bob.post("/desk/chats/slots", {"slots": 1}).status == 404


def test_who_serves_a_customer_reads_the_earlier_conversations_of_all_names(
    router: Router, ana: Caller, bob: Caller
) -> None:
    comes(router, "ana")
    customer, earlier = accepted(router, ana, "is it sold")
    ana.post(f"/chats/{earlier}/close", {"seen": 2})
    _, foreign = accepted(router, ana, "of another customer")
    leo, anonymous = party_of("contact:leo"), party_of(customer.get("/me").body["party"])
    contact_merge(messenger(), alias=anonymous, into=leo)
    service_create(messenger(), contact=leo, scene="listing", chat="now")
    chat_send(chats(), chat="now", sender=leo, client_id="1", base=0, body="again")
    match_all(router)
    ana.post("/chats/now/accept")
    profile_keep(messenger(), contact=leo, name="Leo Ruiz", context={})

    names = {one["chat"]: one["name"] for one in ana.get("/desk/chats").body["held"]}
    assert names == {"now": "Leo Ruiz", foreign: ""}
    items = ana.get("/chats/now/earlier").body["items"]
    assert [(one["chat"], one["number"], one["open"]) for one in items] == [(earlier, 3, False)]
    read = ana.get(f"/chats/now/earlier/{earlier}/messages?limit=2").body["items"]
    assert [one["body"] for one in read] == ["accepted agent:ana", "closed agent:ana"]
    assert ana.get(f"/chats/now/earlier/{foreign}/messages").status == 403, "another customer's"
    assert ana.get(f"/chats/{foreign}/earlier").body["items"] == []
    assert bob.get("/chats/now/earlier").status == 403
    assert ana.get(f"/chats/{earlier}/earlier").status == 403, "no longer served"

    services.call_enqueue(router, call_id="phone", language="English", caller="contact:leo")
    services.agent_choose(router, agent_id="ana", choice=Choice.READY)
    match_all(router)
    of_call = ana.get("/calls/phone/earlier").body
    assert (of_call["name"], {one["chat"] for one in of_call["conversations"]}) == (
        "Leo Ruiz",
        {"now", earlier},
    )
    read = ana.get(f"/calls/phone/earlier/{earlier}/messages?limit=1").body["items"]
    assert [one["body"] for one in read] == ["closed agent:ana"]
    assert ana.get(f"/calls/phone/earlier/{foreign}/messages").status == 403, "another customer's"
    assert bob.get(f"/calls/phone/earlier/{earlier}/messages").status == 403


def test_who_serves_a_customer_sees_the_earlier_calls(router: Router, ana: Caller, bob: Caller) -> None:
    comes(router, "ana")
    customer, chat = accepted(router, ana, "is it sold")
    callers = {"c1": customer.get("/me").body["party"], "c2": "Leo", "c3": "", "c4": "Leo"}
    for call_id, caller in callers.items():
        services.call_enqueue(router, call_id=call_id, language="English", caller=caller)
        services.call_abandon(router, call_id=call_id)
    calls_record(router, [*callers, f"{chat}.1"])
    services.call_enqueue(router, call_id="now", language="English", caller="Leo")
    services.agent_choose(router, agent_id="ana", choice=Choice.READY)
    match_all(router)

    of_chat = ana.get(f"/calls/{chat}.1/earlier").body
    of_call = ana.get("/calls/now/earlier").body

    assert [(one["call_id"], one["result"]) for one in of_chat["calls"]] == [("c1", "abandoned")]
    assert [one["call_id"] for one in of_call["calls"]] == ["c4", "c2"]
    assert of_call["conversations"] == of_chat["conversations"] == []
    assert (of_call["family"], of_chat["family"]) == ([], [callers["c1"].removeprefix("contact:")])
    assert ana.get("/calls/now").body["needs_outcome"] is False
    assert bob.get("/calls/now/earlier").status == 403
    assert ana.get("/calls/c4/earlier").status == 403, "it was never hers"
    assert ana.get("/calls/none/earlier").status == 404


def test_a_colleague_who_is_invited_reads_and_writes_until_leaving(
    router: Router, ana: Caller, bob: Caller
) -> None:
    comes(router, "ana")
    customer, chat = accepted(router, ana, "is it sold")
    assert bob.post(f"/groups/{chat}/join", {"party": "agent:bob"}).body["code"] == "transferred"
    assert ana.post(f"/groups/{chat}/join", {"party": "contact:eva"}).body["field"] == "party"

    assert ana.post(f"/groups/{chat}/join", {"party": "agent:bob"}).status == 200
    assert ana.post(f"/groups/{chat}/join", {"party": "agent:bob"}).status == 200, "safe to repeat"
    assert bob.get("/inbox").body["rows"][0]["chat"] == chat
    assert bob.get(f"/calls/{chat}.1/earlier").body["calls"] == [], "as whom she serves"
    assert says(bob, chat, "I can help", base=3)["state"]["agent"] == "agent:ana", "it stays with her"
    assert bob.post(f"/chats/{chat}/close", {"seen": 4}).body["code"] == "transferred"
    seen = customer.get(f"/chats/{chat}/messages").body["items"]
    assert [one["sender"] for one in seen[2:]] == ["service", "service"]
    assert "bob" not in str(seen)

    assert bob.post(f"/groups/{chat}/leave", {"party": "agent:bob"}).status == 200
    assert bob.get(f"/chats/{chat}/messages").status == 403
    assert bob.get(f"/calls/{chat}.1/earlier").status == 403
    late = bob.post(f"/chats/{chat}/messages", {"client_id": "late", "base": 5, "body": "wait"})
    assert late.body["code"] == "transferred"
