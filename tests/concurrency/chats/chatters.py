"""Customers who write, the agents who chat with them and their supervisors, each an actor of a storm."""

from collections import defaultdict
from collections.abc import Sequence

from dynamo.exceptions import DynamoError, OutcomeUnknownError
from messaging import services as messaging
from messaging.chats.arrivals import chat_send
from messaging.chats.serving import chat_close, chat_transfer
from messaging.exceptions import MessagingError
from messaging.model.messages import Message
from messaging.model.parties import Party, PartyKind
from routing import selectors, services
from routing.model.agents import Agent, AgentStatus, Choice, person_id
from tests.concurrency.actor import Actor
from tests.concurrency.history import CALL, Said, Subject
from tests.concurrency.people import answer, choose

TRIES = 5
LOST = (OutcomeUnknownError, DynamoError)


def customers(actor: Actor, *, chats: Sequence[str], rest_seconds: float) -> None:
    """They write in conversations of their own, and close some, whether an agent has answered or not."""
    known: dict[str, int] = defaultdict(int)
    number = 0
    while not actor.stopping():
        actor.rest(rest_seconds)
        chat = actor.random.choice(chats)
        if actor.chance(0.1):
            _close(actor, chat, Party(PartyKind.CONTACT, chat), known[chat])
            continue
        number += 1
        client_id = f"{actor.witness.table.actor}-{number}"
        sent = _sent(actor, chat, client_id, known[chat])
        if isinstance(sent, Message):
            known[chat] = sent.number
            actor.witness.table.history.said.append(Said(chat, client_id))


def _sent(actor: Actor, chat: str, client_id: str, base: int) -> object:
    """The answer to a customer's message, sent again under the same id until there is one."""
    found: object = None
    for _ in range(TRIES):
        found = actor.witness.ask(
            lambda: chat_send(
                actor.chats,
                chat=chat,
                sender=Party(PartyKind.CONTACT, chat),
                client_id=client_id,
                base=base,
                body="hello",
            ),
            name="chat_send",
        )
        if not isinstance(found, LOST) or actor.stopping():
            break
    return found


def _close(actor: Actor, chat: str, by: Party, seen: int) -> None:
    """Closes a chat for somebody who has seen its messages up to a number."""
    row = f"{by.name}~chat" if by.kind is PartyKind.AGENT else None
    actor.witness.ask(
        lambda: chat_close(actor.chats, chat=chat, by=by, seen=seen),
        name="chat_close",
        by_agent=row,
        seen_number=seen,
    )


def chat_agents(actor: Actor, *, rows: Sequence[str]) -> None:
    """Agents answer what rings, write in the chats they hold, close or transfer them. The robot is silent."""
    while not actor.stopping():
        try:
            found = selectors.agents_by_id(actor.router, rows)
        except DynamoError:
            continue
        for row in actor.random.sample(found, len(found)):
            if not actor.stopping():
                _act(actor, row)
        actor.rest(0.02)


def _act(actor: Actor, row: Agent) -> None:
    for chat in row.held:
        _serve(actor, row, chat)
    if row.status is AgentStatus.OFFERED and row.call_id:
        answer(actor, row, row.call_id)
    elif row.status is AgentStatus.AVAILABLE and row.until is None:
        actor.about_agent("agent_enqueue", row.agent_id, services.agent_enqueue)
    elif row.status in (AgentStatus.PAUSED, AgentStatus.OFFLINE) and actor.chance(0.5):
        choose(actor, row, Choice.READY)
    elif row.status is AgentStatus.QUEUED and actor.chance(0.01):
        choose(actor, row, Choice.PAUSED)


def _serve(actor: Actor, row: Agent, contact: str) -> None:
    """The agent reads, then perhaps writes, closes or transfers: the customer may have written in between."""
    chat, luck = contact.rpartition(".")[0], actor.random.random()
    by = Party(PartyKind.AGENT, person_id(row.agent_id))
    try:
        head = messaging.head_read(actor.messenger, chat=chat)
        if luck < 0.3:
            messaging.message_send(
                actor.messenger,
                chat=chat,
                sender=by,
                client_id=f"{actor.witness.table.actor}-{head.number}",
                base=head.number,
                body="one moment",
            )
    except (DynamoError, MessagingError):
        return
    if 0.3 <= luck < 0.6:
        _close(actor, chat, by, head.number)
    elif luck >= 0.9:
        actor.witness.ask(
            lambda: chat_transfer(actor.chats, chat=chat, by=by, to_robot="clerk" if luck >= 0.95 else ""),
            name="chat_transfer",
            about=Subject(CALL, contact),
            by_agent=row.agent_id,
        )


def chat_supervisors(actor: Actor, *, rows: Sequence[str], rest_seconds: float) -> None:
    """Changes other agents' slots, choices and chats at bad moments."""
    while not actor.stopping():
        actor.rest(rest_seconds)
        row, luck = actor.random.choice(rows), actor.random.random()
        if luck < 0.5:
            actor.about_agent("agent_slots", row, services.agent_slots, slots=actor.random.randint(1, 3))
        elif luck < 0.8:
            actor.about_agent(
                "agent_choose", row, services.agent_choose, choice=actor.random.choice([*Choice])
            )
        elif luck < 0.9:
            actor.about_agent("agent_enqueue", row, services.agent_enqueue)
        elif luck < 0.95:
            actor.about_agent("agent_release", row, services.agent_release, reason="stuck")
