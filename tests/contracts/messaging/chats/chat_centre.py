"""Contact centre with conversations: customers, agents, robots, the router between them, a clock to move."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from dynamo.table import Table
from messaging.chats.arrivals import chat_send
from messaging.chats.centre import Chats, with_companions
from messaging.chats.serving import chat_accept, chat_close
from messaging.messenger import Announcer, Messenger
from messaging.model.messages import Head, Message
from messaging.model.outcomes import Conflict
from messaging.model.parties import Party, party_of
from messaging.model.scenes import read_scenes
from messaging.services import service_create
from messaging.storage.keys import log_of
from messaging.storage.log import read_from
from routing.model.agents import row_id
from routing.model.calls import Call
from routing.model.events import Event
from tests.centres import call_now, match_all
from tests.contracts.call_life import Life
from tests.contracts.chats.chat_life import a_chat_life, a_row
from tests.messengers import KIM, Listener, a_messenger

SCENES: dict[str, dict[str, Any]] = {
    "car": {"language": "Spanish", "idle_seconds": 60},
    "hours": {"language": "Spanish", "idle_seconds": 60, "robot": "clerk", "robot_seconds": 10},
}


@dataclass
class Centre:
    """Routed chats on two tables. What a test changes of the router or messenger, it gives to `chats`."""

    life: Life
    chats: Chats
    listener: Listener
    told: list[Event] = field(default_factory=list)

    @property
    def messenger(self) -> Messenger:
        return self.chats.messenger

    def begun(self, chat: str = "talk", *, scene: str = "car", contact: Party = KIM) -> str:
        """A conversation that is not open yet."""
        return service_create(self.messenger, contact=contact, scene=scene, chat=chat).chat_id

    def sent(
        self, body: str, *, chat: str = "talk", by: Party = KIM, base: int = 0, client_id: str = ""
    ) -> Message | Conflict:
        name = client_id or body.replace(" ", "-")
        return chat_send(self.chats, chat=chat, sender=by, client_id=name, base=base, body=body)

    def accepted(self, agent: str = "ana", *, chat: str = "talk") -> Head:
        """The chat, once the matcher has offered it to the agent and the agent has taken it."""
        assert (self.head(chat).state.contact, row_id(agent)) in match_all(self.chats.router)
        taken = chat_accept(self.chats, chat=chat, agent=party_of(f"agent:{agent}"))
        assert isinstance(taken, Head)
        return taken

    def taken(self) -> None:
        """Ana comes and takes the chat."""
        a_row(self.chats.router)
        self.accepted()

    def closed(self, by: Party, seen: int, *, chat: str = "talk") -> Head | Conflict:
        return chat_close(self.chats, chat=chat, by=by, seen=seen)

    def head(self, chat: str = "talk") -> Head:
        return self.chats.head(chat)

    def log(self, chat: str = "talk") -> list[Message]:
        return read_from(self.messenger.table, log_of(chat), 1, limit=1000)

    def lines(self, chat: str = "talk") -> list[str]:
        """The texts and events of a conversation."""
        return [message.body for message in self.log(chat)]

    def contact(self, chat: str = "talk") -> Call:
        """The contact that the head of a conversation names."""
        return call_now(self.chats.router, self.head(chat).state.contact)

    def announced(self) -> list[int]:
        """The numbers announced so far, each once, in order."""
        return list(dict.fromkeys(number for what, number in self.listener.told if what == "announce"))


def a_centre(
    table: Table,
    messages: Table,
    *,
    scenes: Mapping[str, Mapping[str, Any]] = SCENES,
    announcer: Announcer | None = None,
    **policy: Any,
) -> Centre:
    """A centre on these tables; with an announcer its listener hears nothing."""
    life, listener = a_chat_life(table, **policy), Listener()
    messenger = a_messenger(messages, clock=life.clock, announcer=announcer or listener)
    router = with_companions(life.router, messenger, read_scenes(scenes, life.router.skills))
    chats = Chats(messenger, router)

    def emit(events: Sequence[Event]) -> None:
        life.told.extend(events)
        chats.beside.announce(events)

    life.router = replace(router, emit=emit)
    return Centre(life, replace(chats, router=life.router), listener)
