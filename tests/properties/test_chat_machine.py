"""Chats under any order of operations, repeated messages, lost replies and killed senders.

After each step the audit finds nothing, no row holds more than its slots unless they were lowered, and the
log of each conversation has exactly the changes of its chat. Chats are served in order, rows too.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from dynamo.conditions import Absent, Condition
from dynamo.exceptions import EngineUnavailableError, OutcomeUnknownError
from dynamo.items import Key
from dynamo.table import Table
from routing import selectors, services
from routing.model.agents import Agent, AgentStatus, Choice
from routing.model.calls import Call, CallStatus, Note
from routing.model.events import EventKind
from routing.model.outcomes import Conflict
from routing.model.policies import AgentPolicy, Policies, QueuePolicy
from routing.model.queues import CHAT, AgentEntry, CallEntry, QueueKey, agent_queue, call_queue
from routing.model.skills import Skills
from routing.repair.audit import find
from routing.repair.reading import read_table
from routing.router import Put
from tests.builders import FakeClock, a_router
from tests.memory.table import MemoryTable
from tests.properties.fates import Fate, FatefulTable
from tests.thorough import examples

CHATS, ROWS = call_queue("Spanish", "Any", channel=CHAT), agent_queue("Spanish", "F", channel=CHAT)
POLICY = QueuePolicy(
    ring_seconds=4,
    wrap_up_seconds=0,
    max_offers=3,
    preferred_agent_seconds=7,
    idle_seconds=30,
    collect_seconds=6,
)
PEOPLE = ("ana", "bea", "eva")
fates = st.sampled_from([*[Fate.FINE] * 6, *Fate])
picks = st.integers(min_value=0, max_value=11)


Rule = Callable[..., None]


def there_is(status: CallStatus) -> Callable[[Rule], Rule]:
    """A rule for when there is a chat in this status."""
    return precondition(lambda machine: bool(machine.chats(status)))


@dataclass
class Log:
    """Companions that write one line for each note of a chat."""

    table: Table

    def beside(
        self, before: Call | None, after: Call, notes: Sequence[Note], *, operation_id: str
    ) -> Sequence[Put] | Conflict:
        assert (before.version if before else 0) == after.version - 1, operation_id
        first = len(self.lines(after.chat_id)) + 1
        return [
            Put(
                Key(f"Log#{after.chat_id}", f"{first + number:010}", self.table.name),
                {"Body": note.kind},
                Condition("line_is_new", Absent()),
            )
            for number, note in enumerate(notes)
        ]

    def lines(self, chat_id: str) -> list[str]:
        return [str(item["Body"]) for item in self.table.query(f"Log#{chat_id}")]


class Chats(RuleBasedStateMachine):
    """Three agents who chat, and chats that come and go."""

    @initialize(slots=st.lists(st.integers(1, 3), min_size=3, max_size=3))
    def open(self, slots: list[int]) -> None:
        memory = MemoryTable()
        self.table, self.clock, self.came = FatefulTable(memory), FakeClock(), 0
        beside = memory.beside("messages")
        beside.create()
        self.log = Log(beside)
        router = a_router(self.table, clock=self.clock)
        self.router = replace(
            router,
            skills=Skills(("Spanish",), channels=("", CHAT)),
            policies=Policies(AgentPolicy(2, 3, 5), chats=POLICY),
            companions=self.log,
        )
        for name, many in zip(PEOPLE, slots, strict=True):
            services.agent_create(self.router, agent_id=name, name=name, gender="F", languages=("Spanish",))
            services.agent_slots(self.router, agent_id=name, slots=many)
            services.agent_choose(self.router, agent_id=f"{name}~chat", choice=Choice.READY)

    def do(self, fate: Fate, act: Callable[[], object]) -> None:
        """Does it, and again if nobody knows whether it was done."""
        self.clock.advance(0.1)
        self.table.fate = fate
        try:
            act()
        except (EngineUnavailableError, OutcomeUnknownError):
            assert fate not in (Fate.FINE, Fate.REPLY_LOST)
            self.table.fate = Fate.FINE
            act()
        self.table.fate = Fate.FINE

    def rows(self) -> list[Agent]:
        return [one for one in selectors.agents(self.router) if one.channel]

    def chats(self, *statuses: CallStatus) -> list[Call]:
        found = selectors.all_calls(self.router)
        return sorted((one for one in found if one.status in statuses), key=lambda one: one.call_id)

    def a_chat(self, pick: int, *statuses: CallStatus) -> Call | None:
        """A chat in one of these statuses, if there is one."""
        found = self.chats(*statuses)
        return found[pick % len(found)] if found else None

    @rule(fate=fates, asks_for=st.sampled_from(["", "", "", *PEOPLE]))
    def a_customer_comes(self, fate: Fate, asks_for: str) -> None:
        self.came += 1
        name = f"h{self.came:03}"
        self.do(
            fate,
            lambda: services.call_enqueue(
                self.router,
                call_id=name,
                language="Spanish",
                channel=CHAT,
                chat_id=name,
                preferred_agent=asks_for,
            ),
        )

    @rule(fate=fates, many=st.integers(1, 4))
    def customers_are_answered(self, fate: Fate, many: int) -> None:
        """Some come, and what rings is accepted: rows fill up."""
        for _ in range(many):
            self.a_customer_comes(Fate.FINE, "")
        self.a_round_of_matching(fate)
        for pick in range(many):
            self.a_chat_is_accepted(Fate.FINE, pick)

    @rule(fate=fates)
    def a_round_of_matching(self, fate: Fate) -> None:
        """Chats in order, and rows too if none of them has declined one before."""
        waiting, rows = self.line(CHATS), self.line(ROWS)
        plain = [one.call_id for one in waiting if isinstance(one, CallEntry) and not one.preferred_agent]
        ready = [one.agent_id for one in rows if isinstance(one, AgentEntry)]
        has_wishes = any(isinstance(one, CallEntry) and (one.tried or one.preferred_agent) for one in waiting)
        self.do(fate, lambda: services.match_once(self.router))
        rang = [call.call_id for call in self.chats(CallStatus.OFFERED) if call.call_id in plain]
        assert sorted(rang) == sorted(plain[: len(rang)]), "no chat passes an older one"
        taken = {row.agent_id for row in self.rows() if row.call_id} & set(ready)
        assert has_wishes or taken == set(ready[: len(taken)]), "no row passes one that has waited longer"
        if not has_wishes:
            assert len(rang) == min(len(plain), len(ready))

    def line(self, queue: QueueKey) -> Sequence[AgentEntry | CallEntry]:
        return selectors.queue_entries(self.router, queue)

    @there_is(CallStatus.OFFERED)
    @rule(fate=fates, pick=picks)
    def a_chat_is_accepted(self, fate: Fate, pick: int) -> None:
        call = self.a_chat(pick, CallStatus.OFFERED)
        if call is None or call.agent_id is None:
            return
        agent_id, before = call.agent_id, self.tickets()
        self.do(fate, lambda: services.call_accept(self.router, call_id=call.call_id, agent_id=agent_id))
        (row,) = (one for one in self.rows() if one.agent_id == agent_id)
        assert call.call_id in row.held
        if row.status is AgentStatus.QUEUED:
            assert (row.ticket or 0) > max(before.values(), default=0), "it goes to the end"

    @there_is(CallStatus.OFFERED)
    @rule(fate=fates, pick=picks)
    def a_chat_is_declined(self, fate: Fate, pick: int) -> None:
        call = self.a_chat(pick, CallStatus.OFFERED)
        if call is not None and call.agent_id is not None:
            agent_id = call.agent_id
            self.do(fate, lambda: services.call_decline(self.router, call_id=call.call_id, agent_id=agent_id))

    @there_is(CallStatus.IN_PROGRESS)
    @rule(fate=fates, pick=picks)
    def a_chat_is_closed(self, fate: Fate, pick: int) -> None:
        """A row that waits keeps its place; no other changes."""
        call, before = self.a_chat(pick, CallStatus.IN_PROGRESS), self.tickets()
        if call is None:
            return
        self.do(fate, lambda: services.call_complete(self.router, call_id=call.call_id))
        after = self.tickets()
        assert before.items() <= after.items()
        assert after.keys() - before.keys() <= {call.agent_id}

    @there_is(CallStatus.IN_PROGRESS)
    @rule(fate=fates, pick=picks, keeps=st.booleans())
    def a_chat_is_handed_back(self, fate: Fate, pick: int, *, keeps: bool) -> None:
        call = self.a_chat(pick, CallStatus.IN_PROGRESS)
        if call is not None:
            self.do(
                fate,
                lambda: services.call_hand_back(
                    self.router, call_id=call.call_id, reason="no", keep_available=keeps
                ),
            )

    @there_is(CallStatus.IN_PROGRESS)
    @rule(fate=fates, pick=picks, name=st.sampled_from(["", *PEOPLE]))
    def a_chat_is_transferred(self, fate: Fate, pick: int, name: str) -> None:
        call = self.a_chat(pick, CallStatus.IN_PROGRESS)
        if call is not None:
            queue = None if name else CHATS
            self.do(
                fate,
                lambda: services.call_transfer(
                    self.router, call_id=call.call_id, to_agent=name, to_queue=queue, agent_id=call.agent_id
                ),
            )

    @there_is(CallStatus.IN_PROGRESS)
    @rule(fate=fates, pick=picks)
    def a_chat_goes_to_a_robot(self, fate: Fate, pick: int) -> None:
        """It is in no queue and in no slot; the sweep queues it, or the robot closes it."""
        call = self.a_chat(pick, CallStatus.IN_PROGRESS)
        if call is None:
            return
        self.do(
            fate,
            lambda: services.call_to_robot(
                self.router, call_id=call.call_id, robot="clerk", agent_id=call.agent_id
            ),
        )
        (given,) = selectors.calls(self.router, [call.call_id])
        assert (given.status, given.robot, given.agent_id) == (CallStatus.CREATED, "clerk", None)
        if pick % 2:
            self.do(fate, lambda: services.call_complete(self.router, call_id=call.call_id))

    @precondition(lambda self: self.came > 0)
    @rule(fate=fates, pick=picks, way=st.sampled_from(["abandon", "dead letter", "restore"]))
    def a_chat_leaves_or_comes_back(self, fate: Fate, pick: int, way: str) -> None:
        ringing, dead = CallStatus.OFFERED, CallStatus.DEAD_LETTERED
        call = self.a_chat(pick, *((ringing, dead) if way == "restore" else (CallStatus.QUEUED, ringing)))
        if call is None:
            return
        ways: dict[str, Callable[[], object]] = {
            "abandon": lambda: services.call_abandon(self.router, call_id=call.call_id),
            "dead letter": lambda: services.call_dead_letter(self.router, call_id=call.call_id, reason="x"),
            "restore": lambda: services.call_restore(self.router, call_id=call.call_id),
        }
        self.do(fate, ways[way])

    @rule(fate=fates, name=st.sampled_from(PEOPLE), choice=st.sampled_from([*Choice, Choice.READY]))
    def a_row_chooses(self, fate: Fate, name: str, choice: Choice) -> None:
        self.do(fate, lambda: services.agent_choose(self.router, agent_id=f"{name}~chat", choice=choice))

    @rule(fate=fates, name=st.sampled_from(PEOPLE), slots=st.integers(1, 3))
    def a_row_gets_other_slots(self, fate: Fate, name: str, slots: int) -> None:
        self.do(fate, lambda: services.agent_slots(self.router, agent_id=name, slots=slots))

    @precondition(lambda self: self.came > 2)
    @rule(fate=fates, name=st.sampled_from(PEOPLE))
    def a_row_is_released(self, fate: Fate, name: str) -> None:
        self.do(fate, lambda: services.agent_release(self.router, agent_id=f"{name}~chat", reason="left"))

    @rule(fate=fates, seconds=st.sampled_from([0, 1, 4, 7, 7, 31]))
    def time_passes(self, fate: Fate, seconds: int) -> None:
        self.clock.now += timedelta(seconds=seconds)
        self.do(fate, lambda: services.sweep(self.router))

    def tickets(self) -> dict[str, int]:
        """The places of the rows that wait."""
        return {row.agent_id: row.ticket or 0 for row in self.rows() if row.status is AgentStatus.QUEUED}

    @invariant()
    def the_table_is_sound(self) -> None:
        reading = read_table(self.router)
        assert find(reading) == set()
        for row in reading.agents.values():
            assert len(row.held) <= row.slots or row.is_forced or not row.channel
            assert not row.is_full or row.status is not AgentStatus.QUEUED
        for call in reading.calls.values():
            changes = [note.kind for note in call.notes if note.kind != EventKind.CALL_OFFERED]
            assert self.log.lines(call.chat_id)[-len(changes) :] == changes


TestChats = Chats.TestCase
TestChats.settings = settings(
    max_examples=examples(100),
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
