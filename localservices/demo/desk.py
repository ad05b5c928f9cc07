"""Desk of the demo's operator: an agent of its own that the load leaves alone."""

from io import StringIO

from django.core.management import call_command

from routing.model.agents import AgentStatus
from routing.model.queues import CHAT
from routing.router import Router
from routing.services import agent_create, agent_slots

AGENT_ID = "demo-operator"
NAME = "Olivia Marin"
OPERATOR = "operator"
# Enough for calls to come soon; an agent with every skill could exceed the limit of queues.
SPOKEN = 2


def desk_prepare(router: Router) -> None:
    """Creates the operator's agent and assigns the desk to the operator, if that user has none yet.

    The agent starts offline: no call must wait for an absent user. Safe to repeat. Raises DynamoError and
    RoutingError.
    """
    skills = router.skills
    agent_create(
        router,
        agent_id=AGENT_ID,
        name=NAME,
        gender=skills.genders[0],
        languages=skills.languages[:SPOKEN],
        topics=skills.topics[:SPOKEN],
        status=AgentStatus.OFFLINE,
    )
    if CHAT in skills.channels:
        agent_slots(router, agent_id=AGENT_ID, by="demo")
    call_command("seat", OPERATOR, AGENT_ID, "--unless-seated", by="demo", stdout=StringIO())
