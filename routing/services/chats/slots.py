"""Services of slots: an agent's chat row, and how many chats it holds at once, given and chosen."""

from dataclasses import replace

from routing.exceptions import InvalidFieldError
from routing.model.agents import MOST_SLOTS, Agent, AgentStatus, Choice, person_id, row_id
from routing.model.events import Event, EventKind
from routing.model.outcomes import Conflict
from routing.model.queues import CHAT
from routing.model.skills import MAX_ITEMS_PER_TRANSACTION
from routing.router import Router
from routing.services.operation import Nothing, Write, carry_out
from routing.services.places import Enter, agent_changed, agent_named, entering, kept_up
from routing.storage import store
from routing.storage.change_set import ChangeSet

# A release writes for each chat the call, its entry, its queue info and its companions; for each queue of the
# row an entry and an info; the row, the audit entry, the idempotency key.
ITEMS_PER_CHAT, ITEMS_PER_QUEUE, OTHER_ITEMS = 5, 2, 5


def agent_slots(
    router: Router,
    *,
    agent_id: str,
    slots: int | None = None,
    by: str = "",
    expected_version: int | None = None,
) -> Agent | Conflict:
    """Creates an agent's chat row, offline at first, or updates its slots and skills.

    Without `slots` those of the settings, or as they are. A row with more chats than slots keeps them, and
    gets no others before it holds fewer. Safe to repeat. A Conflict if `expected_version` is given and the
    row is at another, unless nothing is left to do. Raises UnknownAgentError, InvalidFieldError.
    """
    if slots is not None and not 1 <= slots <= MOST_SLOTS:
        raise InvalidFieldError("slots", slots, f"from 1 to {MOST_SLOTS}")
    enter = entering(router)

    def decide(changes: ChangeSet) -> Write[Agent] | Nothing[Agent] | Conflict:
        person = agent_named(router, person_id(agent_id))
        row = store.read_agent(router.table, row_id(agent_id))
        if row is None:
            changes.only_with(person.agent_id)
            new = changes.agent(None, _new_row(router, person, slots or router.chat_slots))
            return Write(
                changes, new, (Event(EventKind.AGENT_CREATED, new.status_since, new.agent_id, by=by),)
            )
        given = row if slots is None else replace(row, given_slots=0)
        changed = _changed(router, given, person, slots or row.slots, enter)
        if changed == row:
            return Nothing(row)
        if expected_version not in (None, row.version):
            return Conflict(f"agent is at version {row.version}, not {expected_version}", row)
        written = changes.agent(row, replace(changed, changed_by=by or row.changed_by))
        what = f"{changed.slots} slots"
        return Write(changes, written, (agent_changed(router, changes, row.agent_id, by, reason=what),))

    return carry_out(router, decide)


def agent_slots_choose(router: Router, *, agent_id: str, slots: int, by: str = "") -> Agent | Conflict:
    """Lets an agent hold fewer chats at once than a supervisor gave, or as many again.

    Chats in progress stay, as in `agent_slots`. Safe to repeat. Raises UnknownAgentError, InvalidFieldError.
    """
    enter = entering(router)

    def decide(changes: ChangeSet) -> Write[Agent] | Nothing[Agent]:
        person, row = agent_named(router, person_id(agent_id)), agent_named(router, row_id(agent_id))
        if not 1 <= slots <= row.most_slots:
            raise InvalidFieldError("slots", slots, f"from 1 to {row.most_slots}")
        if slots == row.slots:
            return Nothing(row)
        given = replace(row, given_slots=row.most_slots if slots < row.most_slots else 0)
        chosen = replace(_changed(router, given, person, slots, enter), changed_by=by or row.changed_by)
        what = f"{slots} of {row.most_slots} slots"
        written = changes.agent(row, chosen)
        return Write(changes, written, (agent_changed(router, changes, row.agent_id, by, reason=what),))

    return carry_out(router, decide)


def _new_row(router: Router, person: Agent, slots: int) -> Agent:
    row = Agent(
        agent_id=row_id(person.agent_id),
        name=person.name,
        gender=person.gender,
        languages=person.languages,
        topics=person.topics,
        team=person.team,
        status=AgentStatus.OFFLINE,
        status_since=router.clock(),
        choice=Choice.OFFLINE,
        channel=CHAT,
        slots=slots,
    )
    _check_room(router, row)
    return row


def _changed(router: Router, row: Agent, person: Agent, slots: int, enter: Enter) -> Agent:
    """The row with these slots and its agent's name and skills, in line, full or as it is."""
    like = row.like(person)
    after = like.holding(row.held, slots=slots)
    if after != row:
        _check_room(router, after)
    waits = after.status in (AgentStatus.QUEUED, AgentStatus.ATTENDING_CALL)
    return kept_up(after, router, enter) if waits else after


def _check_room(router: Router, row: Agent) -> None:
    """Raises InvalidFieldError if a release of the row could be more than one transaction holds."""
    queues = len(router.skills.queues_of(row.gender, row.languages, row.topics))
    most = (MAX_ITEMS_PER_TRANSACTION - OTHER_ITEMS - ITEMS_PER_QUEUE * queues) // ITEMS_PER_CHAT
    if CHAT not in router.skills.channels:
        raise InvalidFieldError("slots", row.slots, "chats are not routed; add chat to CHANNELS")
    if row.slots > most:
        raise InvalidFieldError("slots", row.slots, f"at most {max(most, 0)} for an agent in {queues} queues")
