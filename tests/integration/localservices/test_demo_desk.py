"""Desk of the demo's operator: found, left alone by the load, kept if another was chosen."""

import pytest
from django.contrib.auth.models import User

from accounts.models import Seat
from localservices.demo.desk import AGENT_ID, desk_prepare
from localservices.demo.people import people_prepare
from localservices.demo.sample_centre import ROLES
from routing import selectors
from routing.management import base
from routing.model.agents import AgentStatus
from routing.router import Router
from simulation.models import AgentByHand
from tests.builders import a_router

pytestmark = pytest.mark.django_db


@pytest.fixture
def router(monkeypatch: pytest.MonkeyPatch) -> Router:
    router = a_router(topics=("Order", "Invoice", "Delivery"))
    monkeypatch.setattr(base, "router", lambda: router)
    people_prepare(ROLES)
    return router


def test_the_operator_sits_at_a_desk_of_its_own(router: Router) -> None:
    desk_prepare(router)
    desk_prepare(router)

    seat = Seat.objects.get()
    agent = selectors.agent(router, AGENT_ID)
    assert (seat.user.get_username(), seat.agent_id, seat.given_by) == ("operator", AGENT_ID, "demo")
    assert agent
    assert agent.status is AgentStatus.OFFLINE
    assert AgentByHand.objects.filter(agent_id=AGENT_ID).exists()


def test_a_desk_chosen_since_then_is_kept(router: Router) -> None:
    user = User.objects.get(username="operator")
    Seat.objects.create(user=user, agent_id="ana", given_by="operator", given_at=router.clock())
    desk_prepare(router)

    assert Seat.objects.get().agent_id == "ana"
