"""Actions of simulated people: the service each action or arrival calls. Safe to repeat.

What the run has seen of call and agent is given to the service, which then writes without reading first.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from messaging.model.messages import Message
from routing import services
from routing.exceptions import RoutingError
from routing.model.agents import Agent
from routing.model.calls import Call
from routing.model.copies import replace
from routing.model.outcomes import Conflict
from routing.router import Router, Seen
from simulation.arrivals import Arrival
from simulation.chats.dialogues import Leave, Question, Reply
from simulation.chats.rating import chat_rate
from simulation.chats.speaking import chat_arrive, chat_of, chats_of, line_write
from simulation.people.behaviour import Abandon, Accept, Action, Complete, EndWrapUp
from simulation.people.callers import Caller
from simulation.people.run_plan import Played
from simulation.people.step import LATE

BY = "load"


@dataclass(frozen=True)
class Acted:
    """An action carried out: the answer of its service, its agent as written. A Conflict had no effect."""

    outcome: Agent | Call | Message | Conflict
    agent: Agent | None = None
    is_late: bool = False

    @property
    def is_done(self) -> bool:
        """Whether it had an effect, or had had it before."""
        return not isinstance(self.outcome, Conflict)


def action_perform(
    router: Router, action: Action, *, seen: Seen | None = None, due_at: datetime | None = None
) -> Acted:
    """Performs an action; a Conflict if it came too late. Raises DynamoError."""
    wrote: dict[str, Agent] = {}
    is_late = due_at is not None and router.clock() - due_at > LATE
    try:
        outcome = _service_for(replace(router, seen=seen, wrote=wrote), action)
    except RoutingError as error:  # the agent or call is gone: the table was recreated
        return Acted(Conflict(str(error)))
    return Acted(outcome, next(iter(wrote.values()), None), is_late)


def arrival_send(router: Router, plan: Played, arriving: tuple[Arrival, Caller]) -> Call | None:
    """Sends one caller, with one effect for any number of repeats; None if refused. Raises DynamoError."""
    arrival, caller = arriving
    call_id = plan.call_id(arrival.number)
    if caller.scene:
        return chat_arrive(router, chat=chat_of(call_id), scene=caller.scene)
    try:
        sent = services.call_enqueue(
            replace(router, seen=Seen(absent=call_id)),
            language=caller.language,
            gender=caller.gender,
            topic=caller.topic,
            priority=caller.priority,
            caller=caller.name,
            source=plan.run_id,
            call_id=call_id,
            steps=caller.steps,
        )
    except RoutingError:  # the languages in use changed during the load
        return None
    return None if isinstance(sent, Conflict) else sent


def _service_for(router: Router, action: Action) -> Agent | Call | Message | Conflict:
    match action:
        case Accept(call_id, agent_id):
            return services.call_accept(router, call_id=call_id, agent_id=agent_id)
        case Complete(call_id, wrap_up_seconds):
            ended = services.call_complete(router, call_id=call_id, wrap_up_seconds=wrap_up_seconds, by=BY)
            return _rated(router, ended)
        case EndWrapUp(agent_id, call_id):
            return services.agent_end_wrap_up(
                router, agent_id=agent_id, by=BY, call_id=call_id, without_outcome=True
            )
        case Abandon(call_id):
            return services.call_abandon(router, call_id=call_id)
        case Leave(call_id):
            return _rated(router, services.call_complete(router, call_id=call_id, by=BY))
        case Question() | Reply():
            return line_write(router, action)
        case _:
            assert_never(action)


def _rated(router: Router, ended: Call | Conflict) -> Call | Conflict:
    """The call that has ended; the customer of a chat has rated it."""
    if isinstance(ended, Call) and ended.chat_id:
        chat_rate(chats_of(router), chat=ended.chat_id)
    return ended
