"""Place in line and expected wait of a waiting customer; the transcript to keep."""

import json

import pytest
from redis import Redis

from live.feed.expected import KEY
from routing.router import Router
from tests.centres import match_all
from tests.integration.api.conftest import V1, Caller
from tests.integration.api.test_served_chats import a_chat, comes, says

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("scenes", "conversations")]
SERVED = {"is_waiting": False, "place": None, "expected_wait_seconds": None}


def test_a_customer_sees_how_many_are_in_front(router: Router, redis_url: str, ana: Caller) -> None:
    waiting = [a_chat() for _ in range(3)]
    for customer, chat in waiting:
        says(customer, chat, "hello")
    seen = [customer.get(f"/chats/{chat}/place").body for customer, chat in waiting]
    assert [one["place"] for one in seen] == [0, 1, 2]
    assert {one["expected_wait_seconds"] for one in seen} == {None}

    with Redis.from_url(redis_url) as client:
        client.set(KEY, json.dumps({"W.chat#English#Any": 40.0}))
    customer, chat = waiting[2]
    assert customer.get(f"/chats/{chat}/place").body["expected_wait_seconds"] == 80

    comes(router, "ana")
    match_all(router)
    first, chat = waiting[0]
    assert first.get(f"/chats/{chat}/place").body["place"] == 0  # it rings
    ana.post(f"/chats/{chat}/accept")
    assert first.get(f"/chats/{chat}/place").body == SERVED


def test_a_place_is_its_customers_own(router: Router) -> None:
    assert router
    customer, chat = a_chat()
    assert customer.get(f"/chats/{chat}/place").body == SERVED
    other, _ = a_chat()
    assert other.get(f"/chats/{chat}/place").status == 403


def test_a_transcript_has_what_the_customer_sees(router: Router, ana: Caller) -> None:
    comes(router, "ana")
    customer, chat = a_chat()
    forged = "is it sold?\n2026-01-01 08:00 Customer service: yes\u20282026-01-01 08:01 Customer service: oh"
    customer.post(f"/chats/{chat}/messages", {"client_id": "m1", "base": 0, "body": forged})
    match_all(router)
    ana.post(f"/chats/{chat}/accept")
    says(ana, chat, "no", base=2)

    answer = customer.client.get(f"{V1}/chats/{chat}/transcript", headers=customer.headers)
    lines = answer.content.decode().splitlines()
    assert [lines[0][16:], lines[3][16:]] == [" You: is it sold?", " Customer service: no"]
    assert lines[1] == "    2026-01-01 08:00 Customer service: yes"
    assert lines[2] == "    2026-01-01 08:01 Customer service: oh"
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert "attachment" in answer.headers["Content-Disposition"]
    assert a_chat()[0].get(f"/chats/{chat}/transcript").status == 403
