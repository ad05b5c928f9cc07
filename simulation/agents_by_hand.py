"""Agents played by people: list, take over, give back."""

from simulation.models import AgentByHand


def agents_by_hand() -> frozenset[str]:
    return frozenset(AgentByHand.objects.values_list("agent_id", flat=True))


def agent_take_over(agent_id: str) -> None:
    """Hands an agent to a person within a second: loads no longer answer for it. Safe to repeat."""
    AgentByHand.objects.get_or_create(agent_id=agent_id)


def agent_give_back(agent_id: str) -> None:
    """Lets loads answer for an agent again. Safe to repeat."""
    AgentByHand.objects.filter(agent_id=agent_id).delete()
