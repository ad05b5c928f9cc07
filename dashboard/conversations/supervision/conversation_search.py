"""Search of conversations: open and recently closed ones, a page of each."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from dashboard.conversations.supervision.conversation_query import IN_PROGRESS, WAITING, Asked
from dashboard.conversations.supervision.conversation_rows import Row, line_words, row_of
from dashboard.pages.paging import Page, page_of
from messaging.chats.centre import Chats
from messaging.chats.present import Said, closed_contacts, open_contacts, said_in
from messaging.inbox.source import Source
from messaging.model.parties import caller_name
from routing.folding import search_text, search_words
from routing.model.agents import Agent, person_id
from routing.model.calls import ENDED, Call
from routing.model.people.reach import EVERY_AGENT, Reach


@dataclass(frozen=True)
class Found:
    """The rows of a query. `waiting` is how many of the open ones found wait."""

    open: Page[Row]
    closed: Page[Row]
    waiting: int


class Search:
    """One look at the conversations that wait, or are with agents within reach. Raises DynamoError."""

    def __init__(
        self,
        chats: Chats,
        source: Source,
        agents: Iterable[Agent],
        scenes: Mapping[str, str],
        reach: Reach = EVERY_AGENT,
    ) -> None:
        self._chats, self._source, self._scenes = chats, source, scenes
        self._agents = list(agents)
        self._barred = reach.is_limited
        self._own = {one.agent_id for one in self._agents if reach.covers(one)}
        self._names = {person_id(one.agent_id): one.name for one in self._agents}

    def find(self, asked: Asked) -> Found:
        """The conversations of a query; only those on its pages, or all with words, are read."""
        is_open, is_closed = asked.statuses & (WAITING | IN_PROGRESS), asked.statuses & ENDED
        opened = open_contacts(self._chats.router, self._agents)
        present = {one.chat_id for one in opened}
        closed = closed_contacts(self._chats.router) if is_closed else []
        others = {one.chat_id: one for one in reversed(closed) if one.chat_id not in present}
        found = self._fitting(opened, asked) if is_open else []
        ended = self._fitting(list(others.values())[::-1], asked)
        return Found(
            open=self._page(found, asked.page),
            closed=self._page(ended, asked.closed),
            waiting=sum(one.status in WAITING for one in found),
        )

    def _fitting(self, contacts: list[Call], asked: Asked) -> list[Call]:
        fitting = [
            one
            for one in contacts
            if one.status in asked.statuses
            and asked.scene in ("", one.scene)
            and asked.agent in ("", person_id(one.agent_id or ""))
            and (not self._barred or not one.agent_id or one.agent_id in self._own)
        ]
        words = search_words(asked.text)
        if not words or not fitting:
            return fitting
        said = said_in(self._chats, self._source, fitting)
        return [one for one in fitting if all(word in self._text(one, said) for word in words)]

    def _text(self, call: Call, said: Said) -> str:
        last, agent = said.last.get(call.chat_id), person_id(call.agent_id or "")
        line = line_words(last, self._names, self._chats.router.names.of_queue) if last else ""
        name = caller_name(call.caller, said.names.get(call.caller, "")) or "Unknown"
        return search_text(
            name, call.caller, call.chat_id, call.call_id, agent, self._names.get(agent, ""), line
        )

    def _page(self, contacts: list[Call], number: int) -> Page[Row]:
        page = page_of(contacts, number)
        said, router = said_in(self._chats, self._source, page.rows), self._chats.router
        rows = [
            row_of(
                one,
                said,
                queue=str(router.queue_of(one)),
                names=self._names,
                scenes=self._scenes,
                of_queue=router.names.of_queue,
                at=router.clock(),
            )
            for one in page.rows
        ]
        return Page(rows, page.number, page.is_last, page.total)
