"""Board: agents, active calls and queue infos as last read, and their rows. Pure.

Gets what was read from the table and answers the state to show, and the calls still to read. Chats are kept
beside calls and shown in sections of their own.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from heapq import nsmallest

from live.board.frames import Row, State, empty_state, section_of
from live.board.rows import agent_row, call_queue_row, call_row, entry_order, order_of, queue_row
from routing.model.agents import Agent, AgentStatus
from routing.model.calls import Call, CallStatus
from routing.model.hours.schedules import Standing
from routing.model.queues import (
    AGENT_SIDE,
    CALL_SIDE,
    CALLS,
    CHAT,
    SEPARATOR,
    CallEntry,
    QueueInfo,
    line_of,
)
from routing.model.skills import Skills

# Waiting calls listed of each channel; the depths of its queues give the rest.
SHOWN_WAITING_CALLS = 100

TALKING = frozenset({CallStatus.OFFERED, CallStatus.IN_PROGRESS})
SERVED = {
    AgentStatus.OFFERED: str(CallStatus.OFFERED),
    AgentStatus.ATTENDING_CALL: str(CallStatus.IN_PROGRESS),
}
Waiting = tuple[str, str, datetime]  # order, queue, start of the wait
CHAT_QUEUES = line_of(CALL_SIDE, CHAT) + SEPARATOR
Served = tuple[str, str]  # status, agent


class Board:
    """State of the contact centre as rows, so that an update costs only what changed."""

    def __init__(self, skills: Skills) -> None:
        self._skills = skills
        self._agents: dict[str, Row] = {}
        self._resting: dict[str, tuple[tuple[str, ...], datetime]] = {}
        self._calls: dict[str, Row] = {}
        self._talking: set[str] = set()
        self._waiting: dict[str, Waiting] = {}
        self._infos: dict[str, QueueInfo] = {}
        self.channels = {CALLS}
        self.put_infos([])

    @property
    def versions(self) -> dict[str, int]:
        """Each queue's version id, by key."""
        return {key: info.version for key, info in self._infos.items()}

    def infos_named(self, queues: Iterable[str]) -> list[QueueInfo] | None:
        """The infos of these queues as they are shown; None if one of them is not."""
        wanted = [*queues]
        shown = [self._infos[one] for one in wanted if one in self._infos]
        return shown if len(shown) == len(wanted) else None

    def replace_infos(self, infos: Iterable[QueueInfo]) -> None:
        """Some queues as they are now."""
        self._infos |= {str(info.key): info for info in infos}

    def put_infos(self, infos: Iterable[QueueInfo]) -> None:
        """All queue infos; a configured queue of calls without an item has depth 0."""
        configured = (*self._skills.agent_queues, *self._skills.call_queues)
        self._infos = {str(key): QueueInfo(key, 0, 0) for key in configured}
        self._infos |= {str(info.key): info for info in infos}
        self.channels |= {info.key.channel for info in self._infos.values()}

    def replace_agents(self, agents: Iterable[Agent]) -> None:
        """Replaces all agents."""
        self._agents.clear()
        self._resting.clear()
        self.put_agents(agents)

    def put_agents(self, agents: Iterable[Agent]) -> None:
        """Some agents as they are now."""
        for agent in agents:
            self.channels.add(agent.channel)
            self._agents[agent.agent_id] = agent_row(agent)
            self._resting.pop(agent.agent_id, None)
            if agent.status is AgentStatus.QUEUED and agent.queued_at is not None:
                self._resting[agent.agent_id] = (tuple(map(str, agent.queues)), agent.queued_at)

    def version_of(self, agent_id: str) -> int:
        """The version at which an agent is shown, 0 without one."""
        return int(str(self._agents[agent_id]["version"])) if agent_id in self._agents else 0

    def statuses(self, channel: str = CALLS) -> Iterator[AgentStatus]:
        """The status of each agent of a channel; an agent who also chats has one of each."""
        return (AgentStatus(str(row["status"])) for row in self._of(channel, self._agents).values())

    def drop_agents(self, agent_ids: Iterable[str]) -> None:
        """Removes agents that are not, or no longer, in the table."""
        for agent_id in agent_ids:
            self._agents.pop(agent_id, None)
            self._resting.pop(agent_id, None)

    def differing_agents(self, agents: Sequence[Agent]) -> set[str]:
        """Agents shown at another version, missing on the board, or gone from the table."""
        shown = {agent_id: row["version"] for agent_id, row in self._agents.items()}
        there = {agent.agent_id: agent.version for agent in agents}
        return {one for one in {**shown, **there} if shown.get(one) != there.get(one)}

    def differing_served(self, agents: Iterable[Agent]) -> set[str]:
        """Calls ringing or in progress, here or by these agents, of which the other says something else."""
        shown = {one: (self._calls[one]["status"], self._calls[one]["agent"]) for one in self._talking}
        there = {call_id: served for agent in agents for call_id, served in _served_by(agent)}
        return {one for one in {**shown, **there} if shown.get(one) != there.get(one)}

    def differing_waiting(self, entries: Iterable[CallEntry]) -> set[str]:
        """Waiting calls shown at another place, missing on the board, or no longer waiting."""
        there = _places(entries)
        return {one for one in {**self._waiting, **there} if self._waiting.get(one) != there.get(one)}

    def replace_waiting(self, entries: Iterable[CallEntry]) -> set[str]:
        """Replaces all waiting calls; answers the known calls that no longer wait, to be read again."""
        entries = [*entries]
        self.channels |= {entry.queue.channel for entry in entries}
        before, self._waiting = self._waiting, _places(entries)
        return before.keys() - self._waiting.keys()

    def put_calls(self, calls: Iterable[Call]) -> None:
        """Updates some calls; ended ones leave the board."""
        for call in calls:
            self.channels.add(call.channel)
            self._forget(call.call_id)
            if call.status in TALKING:
                self._talking.add(call.call_id)
                self._calls[call.call_id] = call_row(call)
            elif call.status is CallStatus.QUEUED and call.waiting_since is not None:
                queue = str(call.queue(topics=bool(self._skills.topics)))
                self._waiting[call.call_id] = (
                    order_of(call.band, call.ticket or 0),
                    queue,
                    call.waiting_since,
                )
                self._calls[call.call_id] = call_row(call)

    def drop_calls(self, call_ids: Iterable[str]) -> None:
        """Removes calls that are not, or no longer, in the table."""
        for call_id in call_ids:
            self._forget(call_id)

    def talking(self) -> set[str]:
        """The calls ringing or in progress."""
        return set(self._talking)

    def unread_calls(self) -> list[str]:
        """The calls to show that have not been read yet."""
        return [call_id for call_id in self._shown_waiting() if call_id not in self._calls]

    def call_queue_depths(self) -> dict[str, int]:
        """The depth of each call queue."""
        return {key: info.depth for key, info in self._infos.items() if info.key.side == CALL_SIDE}

    def state(
        self,
        totals: Mapping[str, Row] | None = None,
        estimates: Mapping[str, float | None] | None = None,
        hours: Mapping[str, Standing] | None = None,
    ) -> State:
        """The whole board as rows, with the given `totals`, and by call queue `estimates` of waits in seconds
        and `hours` of those that are not always open.
        """
        oldest, expected, hours = self._oldest(), estimates or {}, hours or {}
        state: State = {}
        calls = self._shown_calls()
        for channel in sorted(self.channels):
            state |= empty_state(channel)
            state[section_of("agents", channel)] = self._of(channel, self._agents)
            state[section_of("calls", channel)] = self._of(channel, calls)
        for key, info in self._infos.items():
            channel = info.key.channel
            if info.key.side == AGENT_SIDE:
                state[section_of("agent_queues", channel)][key] = queue_row(info, oldest.get(key))
            else:
                row = call_queue_row(info, oldest.get(key), expected.get(key), hours.get(key))
                state[section_of("call_queues", channel)][key] = row
        state["totals"].update(totals or {})
        return state

    def _of(self, channel: str, rows: Mapping[str, Row]) -> dict[str, Row]:
        if self.channels == {CALLS}:
            return dict(rows)
        return {one: row for one, row in rows.items() if _channel(row) == channel}

    def _shown_calls(self) -> dict[str, Row]:
        shown = (*self._shown_waiting(), *self._talking)
        return {call_id: self._calls[call_id] for call_id in shown if call_id in self._calls}

    def _forget(self, call_id: str) -> None:
        self._talking.discard(call_id)
        self._waiting.pop(call_id, None)
        self._calls.pop(call_id, None)

    def _shown_waiting(self) -> list[str]:
        if self.channels == {CALLS}:
            return self._first(self._waiting)
        chats = {one for one, (_, queue, _) in self._waiting.items() if queue.startswith(CHAT_QUEUES)}
        return [*self._first(self._waiting.keys() - chats), *self._first(chats)]

    def _first(self, call_ids: Iterable[str]) -> list[str]:
        return nsmallest(SHOWN_WAITING_CALLS, call_ids, key=lambda call_id: self._waiting[call_id][0])

    def _oldest(self) -> dict[str, datetime]:
        oldest: dict[str, datetime] = {}
        waits = [*self._resting.values(), *(((queue,), at) for _, queue, at in self._waiting.values())]
        for queues, at in waits:
            for queue in queues:
                if queue not in oldest or at < oldest[queue]:
                    oldest[queue] = at
        return oldest


def _places(entries: Iterable[CallEntry]) -> dict[str, Waiting]:
    return {entry.call_id: (entry_order(entry), str(entry.queue), entry.waiting_since) for entry in entries}


def _served_by(agent: Agent) -> Iterator[tuple[str, Served]]:
    """The calls that an agent has on the board: ringing, in progress."""
    if agent.call_id and agent.status in SERVED:
        yield agent.call_id, (SERVED[agent.status], agent.agent_id)
    for call_id in agent.held:
        yield call_id, (str(CallStatus.IN_PROGRESS), agent.agent_id)


def _channel(row: Row) -> str:
    return str(row.get("channel", CALLS))
