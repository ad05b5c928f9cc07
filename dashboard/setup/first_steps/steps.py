"""Steps from an empty centre to the first answered call, and which are done. Pure."""

from collections.abc import Collection
from dataclasses import dataclass

from routing.model.agents import Agent, AgentStatus


@dataclass(frozen=True)
class Step:
    """One step: what it is for, the name of the page where it is done, and the word of the link."""

    title: str
    text: str
    page: str
    link: str
    is_done: bool


@dataclass(frozen=True)
class Progress:
    """What the centre has so far. `languages` are their display names, `desks` the agents with a user.

    `has_answered`: one of those agents has answered a call; others, such as simulated ones, do not count.
    """

    languages: str
    agents: Collection[Agent]
    desks: Collection[str]
    has_answered: bool

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps in order."""
        return (
            Step(
                "Languages and skills",
                f"Callers are matched by language, gender and topic. Languages: {self.languages}.",
                "setup-skills",
                "Change skills",
                bool(self.languages),
            ),
            Step(
                "First agent",
                "Add an agent with its languages, and choose the user of its desk: yourself, to try it.",
                "setup-agent-new",
                "Add an agent",
                bool(self._seated),
            ),
            Step(
                "Desk",
                "Open your desk and choose Available. Leave it open: calls ring there.",
                "desk",
                "Open the desk",
                self.has_answered or any(agent.status is not AgentStatus.OFFLINE for agent in self._seated),
            ),
            Step(
                "First call",
                "Enter a call that the agent can take, then answer it at the desk.",
                "call-new",
                "Enter a call",
                self.has_answered,
            ),
        )

    @property
    def _seated(self) -> list[Agent]:
        return [agent for agent in self.agents if agent.agent_id in self.desks]
