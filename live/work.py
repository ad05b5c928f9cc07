"""Owns what a change notice tells the feed to look at. Pure."""

import json
from dataclasses import dataclass, field


@dataclass
class Work:
    """What changed since the last look, as far as notices said; `everything` overrules the rest."""

    agents: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    queues: set[str] = field(default_factory=set)
    everything: bool = False

    def add(self, other: "Work") -> None:
        """Take over what another has to look at."""
        self.agents |= other.agents
        self.calls |= other.calls
        self.queues |= other.queues
        self.everything = self.everything or other.everything


def work_of(notice: str) -> Work:
    """What a notice names; one that cannot be read means that anything may have changed."""
    work = Work()
    try:
        for event in json.loads(notice):
            work.agents.update(filter(None, [event["agent_id"]]))
            work.calls.update(filter(None, [event["call_id"]]))
            work.queues.update(event["queues"])
    except (ValueError, TypeError, KeyError):
        return Work(everything=True)
    return work
