"""Reach in conversations: supervisors of some teams read and write only in those of their agents."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import User

from accounts.supervised_teams import teams_give
from api.access.devices import within_reach
from routing import services
from routing.model.settings.teams import Teams
from routing.router import Router
from routing.services import Facts
from tests.centres import match_all
from tests.integration.api.conftest import Caller, a_user
from tests.integration.api.test_served_chats import a_chat, comes, says

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("scenes", "conversations")]


def test_a_supervisor_reads_along_only_in_chats_of_own_teams_and_waiting_ones(
    router: Router, ana: Caller
) -> None:
    comes(router, "ana")
    customer, chat = a_chat()
    says(customer, chat, "is it sold")
    boss = a_user("boss", "supervisors")
    teams_give(User.objects.get(username="boss"), ["sales"])
    assert boss.get(f"/chats/{chat}/messages").status == 200
    assert within_reach("user:boss", chat)
    match_all(router)
    ana.post(f"/chats/{chat}/accept")

    note = {"client_id": "n1", "base": 0, "body": "hello"}
    for reply in (
        boss.get(f"/chats/{chat}"),
        boss.get(f"/chats/{chat}/messages"),
        boss.get(f"/chats/{chat}/notes"),
        boss.get(f"/calls/{chat}.1/earlier"),
        boss.post(f"/chats/{chat}/messages", {**note, "base": 2}),
        boss.post(f"/chats/{chat}/notes", note),
        boss.post(f"/chats/{chat}/recall", {"number": 1}),
        boss.post(f"/chats/{chat}/transfer", {"to_queue": "W.chat#English#Any"}),
        boss.post(f"/chats/{chat}/close", {"seen": 2}),
        boss.post(f"/groups/{chat}/join", {"party": "agent:bob"}),
    ):
        assert (reply.status, reply.body["detail"]) == (403, "Ana is in no team; your teams: sales.")
    assert not within_reach("user:boss", chat)
    assert "is it sold" not in boss.client.get("/conversations/").content.decode()
    assert boss.client.get(f"/conversations/{chat}/").status_code == 403

    facts = Facts("Ana", "F", ("English",), team="sales")
    services.agent_edit(replace(router, teams=Teams({"sales": "Sales"})), agent_id="ana", facts=facts)
    assert boss.get(f"/chats/{chat}/messages").status == 200
    assert boss.client.get(f"/conversations/{chat}/").status_code == 200
    assert within_reach("user:boss", chat)
    assert within_reach("agent:ana", chat)
