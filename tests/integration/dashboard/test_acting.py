"""Audit entries of changes made through the pages: user and address."""

import pytest
from django.test import Client

from routing.model.agents import AgentStatus
from routing.router import Router
from routing.services import agent_create, call_enqueue
from tests.integration.dashboard.conftest import posted
from tests.trails import audit_trail

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("operators_act_for_all")]


def test_a_choice_is_written_down_with_the_address_it_came_from(operator: Client, router: Router) -> None:
    agent_create(
        router,
        name="Ana",
        gender="F",
        languages=["Spanish"],
        agent_id="ana",
        status=AgentStatus.OFFLINE,
    )
    operator.defaults["REMOTE_ADDR"] = "192.0.2.7"
    assert posted(operator, "/agents/ana/choice/", {"choice": "ready"}).status == 200
    (entry,) = audit_trail(router, router.clock().date())

    assert (entry.by, entry.origin, entry.agent_id) == ("olga", "192.0.2.7", "ana")


def test_so_is_the_removal_of_a_call_with_its_reason(supervisor: Client, router: Router) -> None:
    call_enqueue(router, language="Spanish", call_id="c1")
    assert posted(supervisor, "/calls/c1/remove/", {"reason": "Wrong number"}).status == 200
    (entry,) = audit_trail(router, router.clock().date())

    assert (entry.by, entry.origin, entry.call_id) == ("mara", "127.0.0.1", "c1")
    assert (entry.kinds, entry.reason) == (("callRemoved",), "Wrong number")
