"""Chat rows: what they should hold, their faults, and how they should be. Pure.

The chats are the truth: a row holds those in progress that name it. Its status follows from its slots, its
skills from its agent, its channel from its id.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from routing.model.agents import ROW_MARK, Agent, AgentStatus, person_id
from routing.model.calls import Call, CallStatus, is_with
from routing.model.queues import CALLS, CHANNELS
from routing.repair.reading import Guard, Reading
from routing.storage import conditions, keys

# Statuses that follow from the free slots.
IN_LINE = (AgentStatus.QUEUED, AgentStatus.ATTENDING_CALL, AgentStatus.WRAP_UP)
NO_AGENT = "not repaired: create the agent, or delete the row"


def is_row(agent: Agent) -> bool:
    """Whether it is one for chats, by its id or by its channel."""
    return CALLS not in (agent.channel, _channel_of(agent)) or agent.channel != _channel_of(agent)


def faults(reading: Reading) -> Iterator[tuple[str, ...]]:
    """The broken rules of chat rows: the rule, the row, what was found, and its repair if that is unusual."""
    for row in filter(is_row, reading.agents.values()):
        at_version = f"at version {row.version}"
        person = reading.agents.get(person_id(row.agent_id))
        if row.channel != _channel_of(row):
            yield "a chat row has its channel", row.agent_id, f"has {row.channel or 'none'} {at_version}"
        if not _channel_of(row):
            continue
        if person is None and keys.agent_key(person_id(row.agent_id)) not in reading.unreadable:
            yield "a chat row belongs to an agent", row.agent_id, "there is none", NO_AGENT
        elif person is not None and not _is_like(row, person):
            yield "a chat row has its agent's skills", row.agent_id, f"has others {at_version}"
        if len(row.held) > row.slots and not row.is_forced:
            detail = f"holds {len(row.held)}, has {row.slots} slots {at_version}"
            yield "a chat row holds no more than its slots", row.agent_id, detail
        if row.status in IN_LINE and row.status is not _in_line(row):
            detail = f"is {row.status} with {len(row.held)} chats and {row.slots} slots {at_version}"
            yield "a chat row waits while it has a free slot", row.agent_id, detail
    for agent in reading.agents.values():
        for call_id in _readable(reading, agent.held) - chats_of(reading, agent).keys():
            yield (
                "a chat row holds its chats in progress",
                agent.agent_id,
                f"holds {call_id} {_state_of(reading.calls.get(call_id))}, at version {agent.version}",
            )


def chats_of(reading: Reading, row: Agent) -> Mapping[str, Call]:
    """The chats in progress that name a row, by id."""
    return reading.chats.get(row.agent_id, {})


def _readable(reading: Reading, chats: Iterable[str]) -> set[str]:
    """Those of the chats that are gone or can be read; the others have a finding of their own."""
    return {one for one in chats if keys.call_key(one) not in reading.unreadable}


def mended(reading: Reading, row: Agent, at: datetime) -> tuple[Agent, tuple[Guard, ...], str]:
    """The row as it should be, guards of the items that tells, and why it changes."""
    if not _channel_of(row):
        return replace(row, channel=CALLS, held=(), is_forced=False), (), "it is an agent's own"
    chats = chats_of(reading, row)
    # One that cannot be read may be in progress: it stays.
    unread = {*row.held} - _readable(reading, row.held)
    held = tuple(sorted({*chats, *unread}))
    person = reading.agents.get(person_id(row.agent_id))
    after = replace(_like(row, person), channel=_channel_of(row), held=held)
    after = replace(after, is_forced=row.is_forced or len(held) > row.slots)
    why = ""
    call = reading.calls.get(row.call_id or "")
    rang = row.status is AgentStatus.OFFERED
    if (
        rang
        and keys.call_key(row.call_id or "") not in reading.unreadable
        and not (call and is_with(call, row))
    ):
        why, after = "its chat does not ring", _moved(after, after.chosen_status, at)
    elif row.status in IN_LINE and row.status is not _in_line(after):
        why = f"it holds {len(held)} chats and has {row.slots} slots"
        after = _moved(after, after.chosen_status, at)
        after = replace(after, ticket=None, queued_at=at) if after.status is AgentStatus.QUEUED else after
    asked = {*held, *row.held, *((row.call_id,) if rang and row.call_id else ())} - unread
    same = after == row
    guards = () if same else tuple(_unchanged(reading, call_id) for call_id in sorted(asked))
    return after, guards, why


def changed_row(before: Agent, after: Agent) -> Iterator[str]:
    """What a repair changes on a row, in words."""
    if before.channel != after.channel:
        yield f"channel {before.channel or 'none'} → {after.channel or 'none'}"
    if before.held != after.held:
        yield f"holds {', '.join(before.held) or 'nothing'} → {', '.join(after.held) or 'nothing'}"
    if before.is_forced != after.is_forced:
        yield "may hold more than its slots"
    if before != _like(before, after):
        yield "skills of its agent"


def _moved(row: Agent, status: AgentStatus, at: datetime) -> Agent:
    return replace(row, status=status, status_since=at, until=None, call_id=None)


def _channel_of(row: Agent) -> str:
    """The channel that the id of a row names."""
    _, _, channel = row.agent_id.partition(ROW_MARK)
    return channel if channel in CHANNELS else CALLS


def _in_line(row: Agent) -> AgentStatus:
    return AgentStatus.ATTENDING_CALL if len(row.held) >= row.slots else AgentStatus.QUEUED


def _is_like(row: Agent, person: Agent) -> bool:
    return _like(row, person) == row


def _like(row: Agent, person: Agent | None) -> Agent:
    return row.like(person) if person else row


def _unchanged(reading: Reading, call_id: str) -> Guard:
    call = reading.calls.get(call_id)
    guard = conditions.call_unchanged(call.version) if call else conditions.CALL_ABSENT
    return keys.call_key(call_id), guard


def _state_of(call: Call | None) -> str:
    if call is None:
        return "which does not exist"
    with_ = f" with {call.agent_id}" if call.status is CallStatus.IN_PROGRESS else ""
    return f"which is {call.status}{with_}"
