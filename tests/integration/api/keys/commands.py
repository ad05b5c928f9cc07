"""Every command of the catalogue over HTTP: what must exist before, and two requests that differ."""

from typing import Any

from routing.model.agents import AgentStatus, Choice
from routing.model.calls import CallStatus
from tests.builders import a_waiting_agent, a_waiting_call
from tests.centres import a_call_in, an_agent_in
from tests.integration.api.calls import test_call_commands
from tests.integration.api.keys.posts import Case, Post, Stage
from tests.integration.api.test_served_chats import comes

ANOTHER = b"{ }"  # a request is compared by its bytes


def _call(verb: str) -> Case:
    def post(stage: Stage) -> Post:
        before, fields, _ = test_call_commands.COMMANDS[verb]
        if verb == "transfer":
            test_call_commands.a_chat_in_progress(stage.router, "c1")
        else:
            a_call_in(stage.router, before, "c1")
        if verb == "assign":
            a_waiting_agent(stage.router, "ana")
        return Post(stage.program, f"/calls/c1/{verb}", fields, {**fields, "expected_version": 99})

    return post


def _agent(status: AgentStatus, verb: str, **fields: Any) -> Case:
    def post(stage: Stage) -> Post:
        an_agent_in(stage.router, status)
        return Post(
            stage.program,
            f"/agents/ana/{verb}",
            fields,
            {**fields, "expected_version": None} if fields else ANOTHER,
        )

    return post


def _pairs(address: str) -> Case:
    """Two agents and two calls that fit each other wait."""

    def post(stage: Stage) -> Post:
        for agent_id, call_id in (("ana", "c1"), ("bob", "c2")):
            a_waiting_agent(stage.router, agent_id)
            a_waiting_call(stage.router, call_id)
        return Post(stage.program, address, {}, ANOTHER)

    return post


def _desk(stage: Stage) -> Post:
    comes(stage.router, "ana")
    body = {"choice": "paused", "reason": "Lunch"}
    return Post(stage.ana, "/desk/chats/choose", body, {**body, "reason": "Break"})


def _restore(stage: Stage) -> Post:
    calls = [a_call_in(stage.router, CallStatus.DEAD_LETTERED, name) for name in ("c1", "c2")]
    versions = [f"{one.version}:{one.call_id}" for one in calls]
    return Post(stage.program, "/dead-letters/restore", {"versions": versions}, {"versions": versions[:1]})


def _sent(stage: Stage) -> Post:
    return Post(stage.program, "/calls", {"language": "Spanish"}, {"language": "French"})


FINISHED = AgentStatus.WRAP_UP
COMMANDS: dict[str, Case] = {
    **{f"call-{verb}": _call(verb) for verb in test_call_commands.COMMANDS},
    "call_send": _sent,
    "agent-choice": _agent(AgentStatus.QUEUED, "choose", choice=Choice.PAUSED, reason="Lunch"),
    "agent-end-wrap-up": _agent(FINISHED, "end-wrap-up"),
    "agent-extend-wrap-up": _agent(FINISHED, "extend-wrap-up", seconds=30),
    "agent-release": _agent(FINISHED, "release", reason="Stuck"),
    "agent-slots": _agent(AgentStatus.QUEUED, "slots", slots=2),
    "agent_offer": _pairs("/agents/ana/offer"),
    "queue_dequeue": _pairs("/queues/W%23Spanish%23Any/dequeue"),
    "dead_letters_restore": _restore,
    "desk_choose": _desk,
}
