"""Reach of a user: the agents for whom, and for whose contacts, the user may act. Pure."""

from dataclasses import dataclass

from routing.exceptions import OutOfReachError
from routing.model.agents import Agent, person_id
from routing.model.settings.teams import Teams


@dataclass(frozen=True)
class Reach:
    """All agents, or those of some `teams`, and the agent of the user's `own` desk."""

    teams: frozenset[str] | None = None
    own: str = ""

    @property
    def is_limited(self) -> bool:
        return self.teams is not None

    def covers(self, agent: Agent) -> bool:
        """Whether the user may act for an agent, or on its chat row."""
        return self.teams is None or agent.team in self.teams or person_id(agent.agent_id) == self.own

    def refusal(self, agent: Agent | None, teams: Teams) -> str:
        """Why the user may not act for an agent; empty if the user may. None: one who was removed."""
        if self.teams is None or (agent and self.covers(agent)):
            return ""
        if agent is None:
            return "the agent was removed; only supervisors of all teams may do this"
        own = ", ".join(sorted(teams.name(one) for one in self.teams)) or "none"
        team = f"in team {teams.name(agent.team)}" if agent.team else "in no team"
        return f"{agent.name} is {team}; your teams: {own}"

    def check(self, agent: Agent | None, teams: Teams) -> None:
        """Raises OutOfReachError with the refusal, if there is one."""
        if why := self.refusal(agent, teams):
            raise OutOfReachError(why, agent)


EVERY_AGENT = Reach()
