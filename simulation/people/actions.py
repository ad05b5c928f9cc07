"""Actions of simulated people: the service each action or arrival calls. Safe to repeat."""

from typing import assert_never

from routing import services
from routing.exceptions import RoutingError
from routing.model.agents import Agent
from routing.model.calls import Call
from routing.model.outcomes import Conflict
from routing.router import Router
from simulation.arrivals import Arrival
from simulation.people.behaviour import Abandon, Accept, Action, Complete, EndWrapUp
from simulation.people.callers import Caller
from simulation.people.run_plan import Played

BY = "load"


def action_perform(router: Router, action: Action) -> Agent | Call | Conflict:
    """Performs an action; a Conflict, with nothing changed, if it came too late. Raises DynamoError."""
    try:
        return _service_for(router, action)
    except RoutingError as error:  # the agent or call is gone: the table was recreated
        return Conflict(str(error))


def arrival_send(router: Router, plan: Played, arriving: tuple[Arrival, Caller]) -> bool:
    """Sends one caller, with one effect for any number of repeats; False if refused. Raises DynamoError."""
    arrival, caller = arriving
    try:
        services.call_enqueue(
            router,
            language=caller.language,
            gender=caller.gender,
            topic=caller.topic,
            priority=caller.priority,
            caller=caller.name,
            source=plan.run_id,
            call_id=plan.call_id(arrival.number),
            steps=caller.steps,
        )
    except RoutingError:  # the languages in use changed during the load
        return False
    return True


def _service_for(router: Router, action: Action) -> Agent | Call | Conflict:
    match action:
        case Accept(call_id, agent_id):
            return services.call_accept(router, call_id=call_id, agent_id=agent_id)
        case Complete(call_id, wrap_up_seconds):
            return services.call_complete(router, call_id=call_id, wrap_up_seconds=wrap_up_seconds, by=BY)
        case EndWrapUp(agent_id, call_id):
            return services.agent_end_wrap_up(router, agent_id=agent_id, by=BY, call_id=call_id)
        case Abandon(call_id):
            return services.call_abandon(router, call_id=call_id)
        case _:
            assert_never(action)
