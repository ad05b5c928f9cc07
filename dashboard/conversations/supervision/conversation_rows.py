"""Rows of the list of conversations: state, customer, who serves, who waits, last line in words. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from dashboard.formats.statuses import CALL_LOOKS, Look
from messaging.chats.present import Said
from messaging.model.attached import described_file
from messaging.model.messages import Kind, Message, What
from messaging.model.parties import PartyKind, caller_name
from messaging.shown import is_customer
from routing.model.agents import person_id
from routing.model.calls import Call, CallStatus

MOST_LINE = 120
LATE = timedelta(minutes=2)
UNREADABLE = "A message that cannot be read"
LOOKS = {
    **CALL_LOOKS,
    CallStatus.CREATED: Look("With robot", "dot", "grey"),
    CallStatus.IN_PROGRESS: Look("In progress", "chat", "blue"),
    CallStatus.COMPLETED: Look("Closed", "check", "grey"),
}
EVENTS = {
    What.JOINED: "{party} joined",
    What.LEFT: "{party} left",
    What.ACCEPTED: "{party} accepted the chat",
    What.TRANSFERRED: "The chat was transferred from {party}{to}",
    What.HANDED_BACK: "The chat was returned to its queue",
    What.RESTORED: "The chat was returned to its queue",
    What.DEAD_LETTERED: "The chat was marked as failed",
    What.CLOSED: "The chat was closed",
    What.ABANDONED: "The customer left",
    What.REMOVED: "The chat was removed",
    What.REJECTED: "The chat was rejected: its queue was full, or it waited too long",
}


@dataclass(frozen=True, kw_only=True)
class Row:
    """One conversation. `agent` serves it, or it rings there; `since` is when its wait or chat began, or when
    it was closed. `waits_since`: the customer waits for a reply; `answered_at`: the service has replied.
    """

    chat: str
    call_id: str
    look: Look
    customer: str
    scene: str
    agent_id: str
    agent: str
    queue: str
    since: datetime
    is_closed: bool
    waits_since: datetime | None
    is_late: bool
    answered_at: datetime | None
    line: str
    line_by: str


def row_of(
    call: Call,
    said: Said,
    *,
    queue: str,
    names: Mapping[str, str],
    scenes: Mapping[str, str],
    of_queue: Callable[[str], str],
    at: datetime,
) -> Row:
    """The row of a chat; `names` of agents and titles of `scenes` by id, those of queues by `of_queue`."""
    wait, last = said.waits.get(call.chat_id), said.last.get(call.chat_id)
    agent = person_id(call.agent_id or "")
    waits_since = wait.since if wait and wait.by_customer and not call.is_ended else None
    return Row(
        chat=call.chat_id,
        call_id=call.call_id,
        look=LOOKS[call.status],
        customer=caller_name(call.caller, said.names.get(call.caller, "")) or "Unknown",
        scene=scenes.get(call.scene, call.scene),
        agent_id=agent,
        agent=names.get(agent, agent),
        queue=queue,
        since=call.ended_at or _began(call),
        is_closed=call.is_ended,
        waits_since=waits_since,
        is_late=waits_since is not None and at - waits_since > LATE,
        answered_at=wait.since if wait and not wait.by_customer and not call.is_ended else None,
        line=line_words(last, names, of_queue) if last else "",
        line_by=_writer(last, names) if last else "",
    )


def line_words(message: Message, names: Mapping[str, str], of_queue: Callable[[str], str]) -> str:
    """A message as one line; `of_queue` names a queue by its key."""
    if message.recalled or message.kind is Kind.RECALL:
        return "A message was recalled"
    if message.kind is Kind.EVENT:
        return _happened(message.body, names, of_queue)
    if message.kind is Kind.ATTACHMENT:
        return described_file(message).get("name", UNREADABLE)
    if message.kind is Kind.CARD:
        return "Card"
    if message.kind is Kind.UNREADABLE:
        return UNREADABLE
    text = " ".join(message.body[: 2 * MOST_LINE].split())
    return text if len(text) <= MOST_LINE else f"{text[: MOST_LINE - 1]}…"


def _happened(body: str, names: Mapping[str, str], of_queue: Callable[[str], str]) -> str:
    what, about, to = f"{body}  ".split(" ", 2)
    words = EVENTS.get(What(what), what) if what in set(What) else what
    return words.replace("{to}", _target(to.strip(), names, of_queue)).replace(
        "{party}", _party(about, names)
    )


def _target(to: str, names: Mapping[str, str], of_queue: Callable[[str], str]) -> str:
    """Where a transfer goes; earlier ones do not say."""
    kind, _, name = to.partition(":")
    shown = {"queue": f"the queue {of_queue(name)}", PartyKind.PROGRAM: f"the robot {name}"}
    return f" to {shown.get(kind) or names.get(name, name)}" if name else ""


def _writer(message: Message, names: Mapping[str, str]) -> str:
    """Who wrote it; empty for the customer, whose row it is."""
    by_nobody = message.kind in (Kind.EVENT, Kind.RECALL, Kind.UNREADABLE) or is_customer(message.sender)
    return "" if by_nobody else _party(message.sender, names)


def _party(party: str, names: Mapping[str, str]) -> str:
    name = party.partition(":")[2]
    return names.get(name, name) or "The service"


def _began(call: Call) -> datetime:
    in_queue = call.status in (CallStatus.QUEUED, CallStatus.OFFERED)
    return (call.waiting_since if in_queue else None) or call.status_since
