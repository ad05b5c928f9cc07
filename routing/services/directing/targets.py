"""Target of a call that is sent on: a queue, and there first one agent row, if any."""

from dataclasses import dataclass, replace

from routing.exceptions import InvalidFieldError
from routing.model.agents import Agent, person_id
from routing.model.calls import Call
from routing.model.queues import ANY, QueueKey, call_queue
from routing.model.steps import Step
from routing.router import Router


@dataclass(frozen=True)
class Target:
    """Where a call goes: its queue, and there first to one agent row, if given."""

    queue: QueueKey
    row: Agent | None = None

    @property
    def row_id(self) -> str:
        return self.row.agent_id if self.row else ""

    def __str__(self) -> str:
        return f"to {person_id(self.row_id)}" if self.row else f"to {self.queue}"

    def explained(self, reason: str) -> str:
        """The target and the reason, for the history."""
        return f"{self}: {reason}" if reason else str(self)

    def wish(self, call: Call, router: Router) -> Step:
        """The call's step at this target; with an agent, for the time of the queue's policy."""
        wish = Step(self.queue.gender, self.queue.topic or call.topic)
        if self.row is None:
            return wish
        seconds = router.policies.of(self.queue).preferred_agent_seconds
        return replace(wish, agent_id=self.row_id, seconds=seconds)

    def has(self, call: Call, router: Router) -> bool:
        """Whether a call already waits there."""
        return router.queue_of(call) == self.queue and call.preferred_agent == self.row_id


def target_of(router: Router, call: Call, queue: QueueKey | None, row: Agent | None) -> Target:
    """The queue asked for; else the call's own, or as much of it as the agent fits.

    Raises InvalidFieldError if the agent does not fit, or the queue is one of another channel.
    """
    own = router.queue_of(call)
    if queue is not None and queue.channel != own.channel:
        raise InvalidFieldError("to_queue", str(queue), "choose a queue of the same channel")
    wider = replace(own, gender=ANY), replace(own, gender=ANY, topic=own.topic and ANY)
    for one in (queue,) if queue else (own, *wider):
        if row is None or set(row.queues) & set(router.skills.fitting.get(one, ())):
            return Target(one, row)
    asked = queue or call_queue(own.language, ANY, own.topic, own.channel)
    fitting = f"choose an agent with the skills of {router.names.of_queue(asked)}"
    raise InvalidFieldError("to_agent", row.name if row else "", fitting)
