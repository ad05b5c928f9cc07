"""Work of the feed: what a change notice asks it to read. Pure."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

# The events of one commit, as they were published.
Notice = Sequence[Mapping[str, Any]]


@dataclass
class Work:
    """Changes since the last reading, according to notices; `everything` overrides the named ones.

    `notices` are the notices in order of arrival.
    """

    agents: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    queues: set[str] = field(default_factory=set)
    everything: bool = False
    notices: list[Notice] = field(default_factory=list, compare=False)

    def add(self, other: "Work") -> None:
        """Take over the work of another."""
        self.agents |= other.agents
        self.calls |= other.calls
        self.queues |= other.queues
        self.everything = self.everything or other.everything
        self.notices += other.notices


def work_of(notice: str) -> Work:
    """The work named by a notice; an unreadable one means that anything may have changed."""
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
