"""Arrivals: a customer's message to a conversation that is not open opens a chat in the routing.

Both are one transaction, so neither exists without the other. Of several messages sent at the same time,
one opens the chat and the others follow it.
"""

from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta
from typing import Any

from messaging.chats.centre import Chats
from messaging.chats.companions import Opening
from messaging.chats.responding import put_responding
from messaging.exceptions import ChatClosedError
from messaging.model.conversations import Conversation
from messaging.model.messages import Head, Kind, Message
from messaging.model.outcomes import BUSY, Conflict
from messaging.model.parties import Party
from messaging.model.scenes import Scene
from messaging.services.sending import message_send
from messaging.services.together import MOST_TRIES, maybe_done
from messaging.storage.reads import read_participation
from routing import selectors
from routing.model.agents import person_id
from routing.model.calls import MAX_TEXT_LENGTH
from routing.model.hours.admission import Admission
from routing.model.queues import ANY, CHAT
from routing.services import call_create, call_enqueue


def chat_send(
    chats: Chats,
    *,
    chat: str,
    sender: Party,
    client_id: str,
    base: int,
    body: str,
    kind: Kind = Kind.TEXT,
) -> Message | Conflict:
    """Sends a message as `message_send` does; that of a customer opens a service conversation.

    Raises MessagingError and DynamoError; after OutcomeUnknownError it is safe to send the same again.
    """
    for tries in range(MOST_TRIES):
        # From the second try on, the message may be in a chat that the first has opened.
        with maybe_done(client_id) if tries else nullcontext():
            try:
                return message_send(
                    chats.messenger,
                    chat=chat,
                    sender=sender,
                    client_id=client_id,
                    base=base,
                    body=body,
                    kind=kind,
                    robot_of=lambda scene: chats.scenes.of(scene).robot,
                    put=put_responding(chats),
                )
            except ChatClosedError:
                if not sender.is_customer:
                    raise
            part = read_participation(chats.messenger.table, chat, sender)
            draft = chats.messenger.draft(part.conversation, kind, part.name_of(sender), client_id, body)
            _open(chats, part.conversation, Opening(draft, base))
    return BUSY


def _open(chats: Chats, conversation: Conversation, opening: Opening) -> None:
    """Opens the conversation, unless another message does so first, which the next try finds."""
    head = chats.head(conversation.chat_id)
    if head.state.open:
        return
    scene = chats.scenes.of(conversation.scene)
    preferred = _last_agent(chats, scene, head)
    router = chats.routed(replace(chats.beside, opening=opening))
    contact: dict[str, Any] = {
        "call_id": contact_id(conversation.chat_id, head.number + 1),
        "chat_id": conversation.chat_id,
        "scene": scene.name,
        "channel": CHAT,
        "language": scene.language,
        "gender": scene.gender,
        "topic": scene.topic or (ANY if router.skills.topics else ""),  # topics came later
        "priority": scene.priority,
        "caller": conversation.created_by[:MAX_TEXT_LENGTH],
    }
    if scene.robot and not preferred:
        call_create(router, **contact, robot=scene.robot)
    else:
        call_enqueue(router, **contact, preferred_agent=preferred)


def admission_of(chats: Chats, scene: Scene) -> Admission:
    """Whether a chat that begins now in a scene may wait for an agent."""
    router = chats.router
    queue = router.skills.call_queue_for(scene.language, scene.gender, scene.topic or ANY, CHAT)
    return router.admission(queue, scene.name)


def contact_id(chat: str, number: int) -> str:
    """The id of the chat that message `number` opens: the second message to open finds the first one's."""
    return f"{chat}.{number}"


def _last_agent(chats: Chats, scene: Scene, head: Head) -> str:
    """The agent who last served the customer, if recently enough."""
    last = selectors.call(chats.router, head.state.contact) if head.state.contact else None
    if last is None or last.agent_id is None or last.answered_at is None or last.ended_at is None:
        return ""
    is_recent = chats.router.clock() - last.ended_at < timedelta(seconds=scene.reopen_seconds)
    return person_id(last.agent_id) if is_recent else ""
