"""Desk of the demo's operator: an agent of its own that the load leaves alone."""

from io import StringIO

from django.core.management import call_command

from routing.model.agents import AgentStatus
from routing.router import Router
from routing.services import agent_create

AGENT_ID = "demo-operator"
NAME = "Olivia Marin"
OPERATOR = "operator"
# Enough for calls to come soon; one of every skill could be in more queues than an agent may.
SPOKEN = 2


def desk_prepare(router: Router) -> None:
    """Makes the operator's agent and seats the operator there, if that user sits nowhere yet.

    The agent comes offline: no call waits for somebody who is not looking. Safe to repeat. Raises DynamoError
    and RoutingError.
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
    call_command("seat", OPERATOR, AGENT_ID, "--unless-seated", by="demo", stdout=StringIO())
