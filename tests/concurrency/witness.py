"""Witness: records what one actor asks, sends and is told, between it and the table.

It changes nothing and decides nothing. Attribute names are those of the contract with other programs.
"""

import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import cast

from dynamo.exceptions import DynamoError, OutcomeUnknownError
from dynamo.items import Attributes, Key, Value
from dynamo.table import Table
from dynamo.transaction import OPERATIONS, Action, ActionKind, Transaction
from dynamo.transaction import Outcome as TableOutcome
from messaging.exceptions import MessagingError
from messaging.model.outcomes import Conflict as ChatConflict
from routing.exceptions import InvalidFieldError
from routing.model.agents import Agent
from routing.model.calls import Call
from routing.model.outcomes import Assignment, Conflict, Round
from routing.services.dead_letters import Restored
from tests.concurrency.history import (
    AGENT,
    CALL,
    Commit,
    Fate,
    Held,
    History,
    Operation,
    Outcome,
    Place,
    Reservation,
    State,
    Subject,
    Terms,
    Written,
)
from tests.tables import PassingTable

clock = time.monotonic
ENTRIES = ("Q#", "W#", "Q.chat#", "W.chat#")
# Start of a storm's time of day: all its moments are moments of the machine's clock.
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)


def time_of_day() -> datetime:
    """The clock for routers."""
    return BEGINNING + timedelta(seconds=clock())


def moment_of(text: Value | None) -> float | None:
    """The moment of the clock for a time in the table."""
    return (datetime.fromisoformat(str(text)) - BEGINNING).total_seconds() if text else None


class WitnessTable(PassingTable):
    """Passes on to the table behind it, and records commits and reservations of one actor."""

    def __init__(self, behind: Table, *, actor: str, history: History) -> None:
        super().__init__(behind)
        self.actor = actor
        self.history = history
        self.operations = 0

    def commit(self, transaction: Transaction) -> TableOutcome:
        begun, fate = clock(), Fate.NOT_APPLIED
        try:
            outcome = self.behind.commit(transaction)
            fate = Fate.APPLIED if outcome.ok else Fate.NOT_APPLIED
            return outcome
        except OutcomeUnknownError:
            fate = Fate.UNKNOWN
            raise
        finally:
            sent = commit_of(transaction, operation=(self.actor, self.operations), begun=begun, fate=fate)
            self.history.commits.append(sent)

    def add(self, key: Key, attribute: str, number: int) -> int:
        begun = clock()
        last = self.behind.add(key, attribute, number)
        side = AGENT if key.sk == "Agents" else CALL
        self.history.reservations.append(Reservation(side, last - number + 1, last, begun, clock()))
        return last


@dataclass
class Witness:
    """Calls services for one actor, one at a time, and records their answers."""

    table: WitnessTable

    def ask(
        self,
        service: Callable[[], object],
        *,
        name: str,
        about: Subject | None = None,
        by_agent: str | None = None,
        queue: str = "",
        command: str = "",
        seen_number: int | None = None,
    ) -> object:
        """The answer of the service, or the error that it raised."""
        begun = clock()
        try:
            answer = service()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what the caller was told
            answer = error
        seen = tuple(map(state_of, _shown(answer)))
        matches = answer.matches if isinstance(answer, Round) else ()
        self.table.history.operations.append(
            Operation(
                actor=self.table.actor,
                number=self.table.operations,
                name=name,
                begun=begun,
                ended=clock(),
                outcome=_outcome(answer),
                subject=about,
                by_agent=by_agent,
                queue=queue,
                command=command,
                seen_number=seen_number,
                seen=seen,
                matches=tuple((match.call.call_id, match.agent.agent_id) for match in matches),
                detail=repr(answer) if isinstance(answer, Exception) else "",
            )
        )
        self.table.operations += 1
        return answer


def state_of(one: Agent | Call) -> State:
    """The state in an agent or call of an answer."""
    if isinstance(one, Agent):
        held = Held(frozenset(one.held), one.slots, one.is_forced) if one.channel else None
        return State(Subject(AGENT, one.agent_id), str(one.status), one.call_id, one.version, held)
    return State(Subject(CALL, one.call_id), str(one.status), one.agent_id, one.version)


def state_in(item: Attributes) -> State:
    """The state in an item."""
    if str(item["pk"]).startswith("Call#"):
        subject, partner = Subject(CALL, str(item["CallID"])), item.get("AgentID")
        status = item["CallStatus"]
    else:
        subject, partner = Subject(AGENT, str(item["AgentID"])), item.get("CallID")
        status = item["AgentStatus"]
    version = item.get("Version")
    return State(
        subject,
        str(status),
        str(partner) if partner else None,
        version if isinstance(version, int) else None,
        _held_in(item),
    )


def _held_in(item: Attributes) -> Held | None:
    """The chats of a chat row; None of others, and of a match, which leaves them as they are."""
    if "Slots" not in item:
        return None
    held = cast("frozenset[str]", item.get("Held") or frozenset())
    return Held(frozenset(held), _number(item["Slots"]), bool(item.get("Forced")))


def terms_in(item: Attributes) -> Terms:
    """The terms in an agent's or a call's item."""
    steps = cast("list[Attributes]", item.get("Steps") or [])
    step = steps[_number(item.get("Step", 0))] if steps else {}
    tried = cast("list[str]", item.get("Tried") or [])
    return Terms(moment_of(item.get("DueAt")), str(step.get("AgentID", "")), frozenset(tried))


def commit_of(transaction: Transaction, *, operation: tuple[str, int], begun: float, fate: Fate) -> Commit:
    """The effect of a transaction on agents, calls, queues and entries."""
    parts = _Parts()
    for action in transaction.actions:
        parts.take(action)
    return Commit(
        id=transaction.operation_id,
        operation=operation,
        begun=begun,
        ended=clock(),
        fate=fate,
        written=tuple(
            Written(state, operations, tuple(parts.joined[state.subject]), terms)
            for state, operations, terms in parts.written
        ),
        depths=dict(parts.depths),
        removed=frozenset(parts.removed),
    )


@dataclass
class _Parts:
    """The actions of a transaction, by subject."""

    written: list[tuple[State, tuple[str, ...], Terms]] = field(default_factory=list)
    joined: defaultdict[Subject, list[Place]] = field(default_factory=lambda: defaultdict(list))
    removed: list[Place] = field(default_factory=list)
    depths: dict[str, int] = field(default_factory=dict)

    def take(self, action: Action) -> None:
        if action.kind is ActionKind.CHECK:
            return  # it changes nothing
        pk, sk, _ = action.key
        if pk == "AllAgents" or pk.startswith("Call#"):
            self._living(action)
        elif pk in ("AllQueues", "AllCallQueues"):
            changed = _changed(action)
            if "QueueDepth" in changed:
                self.depths[sk] = _number(changed["QueueDepth"])
        elif pk.startswith(ENTRIES):
            self._entry(action, Place(pk, sk))

    def _living(self, action: Action) -> None:
        if action.attributes is not None:
            item = action.attributes
            self.written.append((state_in(item), _ids(item), terms_in(item)))
            return
        changed = {**_changed(action), "pk": action.key.pk}
        changed.pop("Version", None)
        own = action.key.sk.removeprefix("Agent#") if action.key.pk == "AllAgents" else ""
        called = action.key.pk.removeprefix("Call#")
        changed |= {"AgentID": own} if own else {"CallID": called}
        self.written.append((state_in(changed), (), terms_in(changed)))

    def _entry(self, action: Action, place: Place) -> None:
        if action.kind is ActionKind.DELETE:
            self.removed.append(place)
        elif action.attributes is not None:
            agent, call = action.attributes.get("AgentID"), action.attributes.get("CallID")
            self.joined[Subject(AGENT, str(agent)) if agent else Subject(CALL, str(call))].append(place)


def _changed(action: Action) -> Attributes:
    """The attributes that an update sets or adds to, with the new values or the numbers added."""
    return {
        change.attribute: getattr(change, "value", getattr(change, "number", None))
        for change in action.changes
    }


def _ids(item: Attributes) -> tuple[str, ...]:
    listed = item.get(OPERATIONS)
    return tuple(map(str, listed)) if isinstance(listed, list) else ()


def _number(value: Value) -> int:
    return int(value) if isinstance(value, int) else 0


def _shown(answer: object) -> list[Agent | Call]:
    """The agents and calls in an answer."""
    if isinstance(answer, Conflict):
        return [answer.current] if answer.current else []
    if isinstance(answer, Assignment):
        return [answer.call]
    if isinstance(answer, Restored):
        return [*answer.calls]
    shown = answer if isinstance(answer, list) else [answer]
    return [one for one in shown if isinstance(one, Agent | Call)]


def _outcome(answer: object) -> Outcome:
    if isinstance(answer, OutcomeUnknownError):
        return Outcome.UNKNOWN
    if isinstance(answer, DynamoError):
        return Outcome.FAILED
    if isinstance(answer, InvalidFieldError | MessagingError):
        return Outcome.CONFLICT  # a wrap-up that would get too long, a chat of somebody else: as a lost race
    if isinstance(answer, Exception):
        return Outcome.BROKEN
    return Outcome.CONFLICT if isinstance(answer, Conflict | ChatConflict) else Outcome.DONE
