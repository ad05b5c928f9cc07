"""Work of the feed: what a change notice asks it to read. Pure."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

# The events of one commit, as they were published.
Notice = Sequence[Mapping[str, Any]]
# No item remembers it.
UNKNOWN = ""


@dataclass
class Work:
    """Changes since the last reading, according to notices; `everything` overrides the named ones.

    `notices` are the notices in order of arrival, `operations` the operations by id of the agent or call that
    they changed: an item that remembers all of these is as new as the notices. `changes` counts those of
    each queue.
    """

    agents: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    queues: set[str] = field(default_factory=set)
    everything: bool = False
    notices: list[Notice] = field(default_factory=list, compare=False)
    operations: dict[str, set[str]] = field(default_factory=dict, compare=False)
    changes: Counter[str] = field(default_factory=Counter, compare=False)

    def add(self, other: "Work") -> None:
        """Take over the work of another."""
        for one in other.agents | other.calls:
            known = self.operations_of(one) if one in self.agents | self.calls else set()
            self.operations[one] = known | other.operations_of(one)
        self.agents |= other.agents
        self.calls |= other.calls
        self.queues |= other.queues
        self.everything = self.everything or other.everything
        self.notices += other.notices
        self.changes.update(other.changes)

    def operations_of(self, one: str) -> set[str]:
        """The operations that the current item of this agent or call remembers; UNKNOWN for any other."""
        return self.operations.get(one, {UNKNOWN})


def work_of(notice: str) -> Work:
    """The work named by a notice; an unreadable one means that anything may have changed."""
    work = Work()
    try:
        events = json.loads(notice)
        for event in events:
            work.agents.update(filter(None, [event["agent_id"]]))
            work.calls.update(filter(None, [event["call_id"]]))
            for one in filter(None, (event["agent_id"], event["call_id"])):
                work.operations.setdefault(one, set()).add(str(event.get("operation") or UNKNOWN))
            work.queues.update(event["queues"])
        work.changes.update(work.queues)
        work.notices.append(events)
    except (ValueError, TypeError, KeyError):
        return Work(everything=True)
    return work
