"""Speaking: the lines of simulated customers and agents, sent through messaging. Safe to repeat."""

from messaging.chats.arrivals import chat_send, contact_id
from messaging.chats.centre import Chats
from messaging.chats.companions import Beside
from messaging.chats.responding import put_responding
from messaging.exceptions import MessagingError
from messaging.model.messages import Message
from messaging.model.outcomes import Conflict as MessagingConflict
from messaging.model.parties import Party, PartyKind
from messaging.services import message_send, service_create
from routing import selectors
from routing.model.agents import person_id
from routing.model.calls import Call
from routing.model.outcomes import Conflict
from routing.router import Router
from simulation.chats.dialogues import Question, Reply

ASKED, ANSWERED = "Question {turn} of a simulated customer", "Reply {turn} of a simulated agent"


def chats_of(router: Router) -> Chats:
    """The conversations beside a router."""
    assert isinstance(router.companions, Beside)
    return Chats(router.companions.messenger, router)


def customer_of(chat: str) -> Party:
    """The simulated customer of a conversation."""
    return Party(PartyKind.CONTACT, chat)


def chat_arrive(router: Router, *, chat: str, scene: str) -> Call | None:
    """A customer opens a conversation with the first message; None if it is refused. Raises DynamoError."""
    chats, customer = chats_of(router), customer_of(chat)
    question = ASKED.format(turn=1)
    try:
        service_create(chats.messenger, contact=customer, scene=scene, chat=chat)
        sent = chat_send(chats, chat=chat, sender=customer, client_id="question-1", base=0, body=question)
    except MessagingError:
        return None
    if isinstance(sent, MessagingConflict):
        return None
    return selectors.call(router, contact_id(chat, sent.number))


def line_write(router: Router, line: Question | Reply) -> Message | Conflict:
    """Sends a line after what the run has seen; a Conflict if it may no longer be sent.

    It never opens a conversation that somebody has closed. Raises DynamoError.
    """
    chat = chat_of(line.call_id)
    if isinstance(line, Question):
        sender, client_id, body = customer_of(chat), f"question-{line.turn}", ASKED
    else:
        sender, client_id, body = Party(PartyKind.AGENT, person_id(line.row)), f"reply-{line.turn}", ANSWERED
    chats = chats_of(router)
    try:
        return message_send(
            chats.messenger,
            chat=chat,
            sender=sender,
            client_id=client_id,
            base=line.seen,
            body=body.format(turn=line.turn),
            put=put_responding(chats),
        )
    except MessagingError as error:
        return Conflict(str(error))


def chat_of(call_id: str) -> str:
    """The conversation of a chat of a run."""
    return call_id.rpartition(".")[0]
