"""Chats of the demo: some simulated customers a minute, and agents who reply to them and to real ones."""

import logging
import threading
from collections.abc import Sequence
from datetime import datetime, timedelta

from dynamo.exceptions import DynamoError
from localservices.demo.booking import KIND as VISIT
from localservices.demo.booking import visit_values
from localservices.demo.desk import SPOKEN
from localservices.demo.dialogues import (
    PREFIX,
    agent_says,
    customer_says,
    is_over,
    offers_visit,
)
from messaging.cards.card_services import CardServices
from messaging.cards.offering import card_offer
from messaging.chats.arrivals import chat_send
from messaging.chats.centre import Chats
from messaging.chats.desk import desk_chats
from messaging.chats.serving import chat_accept, chat_close
from messaging.exceptions import MessagingError
from messaging.model.messages import Message
from messaging.model.parties import Party, PartyKind
from messaging.services import messages_read, service_create
from routing.exceptions import RoutingError
from routing.model.agents import AgentStatus, Choice, row_id
from routing.model.queues import CHAT
from routing.services import agent_choose, agent_create, agent_slots
from simulation.chats.rating import chat_rate

logger = logging.getLogger(__name__)

AGENTS = {"demo-nora": "Nora Lind", "demo-sam": "Sam Oduya"}
SLOTS = 3
BY = "demo"
STEP_SECONDS = 1.0
EVERY = timedelta(seconds=20)  # a new customer
THINK = timedelta(seconds=4)  # before a line is answered
REMEMBERED = 200


class DemoChats:
    """Plays one step at a time; what it does is told by the conversations, so a restart goes on."""

    def __init__(self, chats: Chats, services: CardServices) -> None:
        self._chats = chats
        self._services = services
        self._router = chats.router
        self._scene = next(
            (one for one in chats.scenes.by_name.values() if one.ask_rating), chats.scenes.of("")
        )
        self._coming: datetime | None = None
        self._present: list[str] = []

    @property
    def is_possible(self) -> bool:
        """Whether chats are routed at all."""
        return CHAT in self._router.skills.channels

    def prepare(self) -> None:
        """Creates the agents, who take chats and no calls. Safe to repeat."""
        skills = self._router.skills
        for agent, name in AGENTS.items():
            agent_create(
                self._router,
                agent_id=agent,
                name=name,
                gender=skills.genders[0],
                languages=tuple({skills.languages[0], self._scene.language}),
                topics=skills.topics[:SPOKEN],
                status=AgentStatus.OFFLINE,
            )
            agent_slots(self._router, agent_id=agent, slots=SLOTS, by=BY)
            agent_choose(self._router, agent_id=row_id(agent), choice=Choice.READY, by=BY)

    def step(self) -> None:
        """Agents accept and answer; customers write and come. Raises DynamoError."""
        for agent in AGENTS:
            self._serve(Party(PartyKind.AGENT, agent))
        for chat in tuple(self._present):
            self._write(chat)
        now = self._chats.messenger.clock()
        if self._coming is None or now >= self._coming:
            self._coming = now + EVERY
            self._come()

    def _come(self) -> None:
        name = f"{PREFIX}{self._chats.messenger.new_id()[:12]}"
        customer = Party(PartyKind.CONTACT, name)
        service_create(self._chats.messenger, contact=customer, scene=self._scene.name, chat=name)
        self._present = [*self._present, name][-REMEMBERED:]

    def _write(self, chat: str) -> None:
        customer = Party(PartyKind.CONTACT, chat)
        messages = self._read(chat, customer)
        text = customer_says(chat, messages)
        if text:
            self._say(chat, customer, messages, text)
        if messages and not messages[-1].state.open:
            chat_rate(self._chats, chat=chat)
            self._present.remove(chat)

    def _serve(self, agent: Party) -> None:
        desk = desk_chats(self._chats, agent=agent)
        if desk is None:
            return
        if desk.offered is not None:
            chat_accept(self._chats, chat=desk.offered.chat_id, agent=agent)
        for held in desk.held:
            messages = self._read(held.chat_id, agent)
            text = agent_says(held.chat_id, messages)
            if text:
                self._say(held.chat_id, agent, messages, text)
            elif offers_visit(held.chat_id, messages):
                self._offer(held.chat_id, agent, messages)
            elif is_over(held.chat_id, messages) and self._has_thought(messages):
                chat_close(self._chats, chat=held.chat_id, by=agent, seen=messages[-1].number)

    def _offer(self, chat: str, agent: Party, messages: Sequence[Message]) -> None:
        card_offer(
            self._chats.messenger,
            self._services,
            chat=chat,
            by=agent,
            client_id=f"{BY}-{VISIT}",
            base=messages[-1].number,
            kind=VISIT,
            values=visit_values(messages[0].at),
        )

    def _read(self, chat: str, reader: Party) -> Sequence[Message]:
        return messages_read(self._chats.messenger, chat=chat, party=reader, after=0, limit=200)

    def _say(self, chat: str, sender: Party, messages: Sequence[Message], text: str) -> None:
        """Once for each message that it follows, after some thought."""
        if self._has_thought(messages):
            base = messages[-1].number if messages else 0
            client_id = f"{BY}-{base}"
            chat_send(self._chats, chat=chat, sender=sender, client_id=client_id, base=base, body=text)

    def _has_thought(self, messages: Sequence[Message]) -> bool:
        return not messages or self._chats.messenger.clock() - messages[-1].at >= THINK


def play_chats(play: DemoChats, stop: threading.Event) -> None:
    """Plays until it is stopped, if chats are in use; a step that fails is tried again."""
    is_prepared = False
    if not play.is_possible:
        return
    while not stop.wait(STEP_SECONDS):
        try:
            if not is_prepared:
                play.prepare()
                is_prepared = True
            play.step()
        except (DynamoError, MessagingError, RoutingError) as error:
            logger.warning("the demo's chats are paused; trying again: %s", error)
