"""Conditions of guarded transactions, by name. Pure."""

from datetime import datetime

from dynamo.conditions import Absent, AnyOf, Below, Clause, Condition, Equals, Exists
from dynamo.items import Attributes
from routing.model.agents import BUSY_WITH_CALLS, AgentStatus
from routing.model.calls import CallStatus
from routing.storage.agent_items import AGENT_STATUS, QUEUE_DEPTH, QUEUE_VERSION_ID, TICKET, VERSION
from routing.storage.attributes import to_text
from routing.storage.call_items import CALL_STATUS, PREFERRED_AGENT
from routing.storage.forms.form import Form

ENTRY_EXISTS = Condition("entry_exists", Exists())
ENTRY_ABSENT = Condition("entry_absent", Absent())
AGENT_ABSENT = Condition("agent_absent", Absent())
AGENT_EXISTS = Condition("agent_exists", Exists())
CALL_ABSENT = Condition("call_absent", Absent())


def agent_unchanged(version: int) -> Condition:
    return Condition("agent_unchanged", Equals(VERSION, version))


def removed_before(at: datetime) -> Condition:
    """No former agent is kept, or one removed earlier under the same id."""
    return Condition("removed_before", AnyOf(Absent("RemovedAt"), Below("RemovedAt", to_text(at))))


def call_unchanged(version: int) -> Condition:
    return Condition("call_unchanged", Equals(VERSION, version))


def call_gone_or_unchanged(version: int) -> Condition:
    """For a removal: after a lost reply it is sent again, and finds the call gone."""
    return Condition("call_gone_or_unchanged", AnyOf(Absent(), Equals(VERSION, version)))


def agent_waits_with(ticket: int) -> Condition:
    """The agent still waits at the place read from the head of its queue."""
    return Condition(
        "agent_waits_with_ticket", Equals(AGENT_STATUS, str(AgentStatus.QUEUED)), Equals(TICKET, ticket)
    )


WITHOUT_CALL = [status for status in AgentStatus if status not in BUSY_WITH_CALLS]
HAS_NO_CALL = Condition(
    "agent_has_no_call", AnyOf(Absent(), *(Equals(AGENT_STATUS, str(status)) for status in WITHOUT_CALL))
)


def call_waits_with(ticket: int) -> Condition:
    """The call still waits at the place read from the head of its queue."""
    return Condition(
        "call_waits_with_ticket", Equals(CALL_STATUS, str(CallStatus.QUEUED)), Equals(TICKET, ticket)
    )


def call_entry_asks_for(agent_id: str) -> Condition:
    """A call's entry exists and asks for the same preferred agent as when read, or for none.

    A call that has dropped its preference since, at the same place, fits other agents now: a match by the old
    one would pass over them.
    """
    asked = Equals(PREFERRED_AGENT, agent_id) if agent_id else Absent(PREFERRED_AGENT)
    return Condition("call_entry_asks_for", Exists(), asked)


def queue_unchanged(version: int) -> Condition:
    """The queue is still at the version of the snapshot; used by the published strategy only."""
    return Condition("queue_unchanged", Equals(QUEUE_VERSION_ID, version))


def as_read(name: str, item: Attributes, form: Form) -> Condition:
    """The item is unchanged, at least in every attribute of its form; for unreadable items."""
    return Condition(name, Exists(), *(_still(attribute, item) for attribute in form.shapes))


def _still(attribute: str, item: Attributes) -> Clause:
    return Equals(attribute, item[attribute]) if attribute in item else Absent(attribute)


def queue_has_room(length: int) -> Condition:
    """The queue has room; an info that does not exist yet counts as empty."""
    return Condition("queue_has_room", AnyOf(Absent(QUEUE_DEPTH), Below(QUEUE_DEPTH, length)))
