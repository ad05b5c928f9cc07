"""Work of the feed: what a change notice asks it to read. Pure."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

# The events of one commit, as they were published.
Notice = Sequence[Mapping[str, Any]]


@dataclass
class Work:
    """What changed since the last look, as far as notices said; `everything` overrules what is named.

    `notices` are the notices themselves, in the order in which they came.
    """

    agents: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    queues: set[str] = field(default_factory=set)
    everything: bool = False
    notices: list[Notice] = field(default_factory=list, compare=False)

    def add(self, other: "Work") -> None:
        """Take over what another has to look at."""
        self.agents |= other.agents
        self.calls |= other.calls
        self.queues |= other.queues
        self.everything = self.everything or other.everything
        self.notices += other.notices


def work_of(notice: str) -> Work:
    """What a notice names; one that cannot be read means that anything may have changed."""
    work = Work()
    try:
        events = json.loads(notice)
        for event in events:
            work.agents.update(filter(None, [event["agent_id"]]))
            work.calls.update(filter(None, [event["call_id"]]))
            work.queues.update(event["queues"])
        work.notices.append(events)
    except (ValueError, TypeError, KeyError):
        return Work(everything=True)
    return work
