"""Desk of an agent with many chats in a browser, while customers write and the board changes."""

import asyncio
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, TypeVar

from bench.board.board_load import Changes, Done, ready_to_change
from bench.board.board_rows import changes_per_second, usage_figures
from bench.board.page import OpenPage, a_browser, use
from bench.centre.processes import Crew
from bench.conversations.serving import closed, fill_desk, served, write_on
from bench.conversations.typing import scrolled_back, typing_row
from bench.figures import Row
from bench.messaging.delivery import Talk
from bench.messaging.message_site import MessageSite, message_site
from bench.messaging.store import customer, messenger_on, say_upto
from routing.model.agents import MOST_SLOTS

T = TypeVar("T")

AGENTS = 200
WARM_UP_SECONDS, PARTS = 3.0, 10
TEXT_AREA = "#composer"


@dataclass(frozen=True)
class Busy:
    """What happens at the desk: chats in its list, messages and changes of the board a second.

    As many chats as an agent can have are in progress; the others were closed a moment ago, and are listed
    for their outcome.
    """

    conversations: int = 30
    messages: int = 200
    messages_per_second: float = 2.0
    changes_per_second: float = 10.0
    seconds: float = 60.0
    keys: int = 400


def desk_rows(busy: Busy) -> Iterator[Row]:
    """Work of the page while messages come, then the agent's typing under the same load."""
    with ExitStack() as stack:
        site = stack.enter_context(message_site(fill_desk, pairs=busy.conversations, agents=AGENTS))
        crew = stack.enter_context(
            Crew[Changes, Done](2, ready_to_change, patience_seconds=busy.seconds + 120)
        )
        page = OpenPage(stack.enter_context(a_browser()), site.board, "/desk/", session=site.agents[0])
        desk = _Desk(site, crew, page, busy, stack.enter_context(ThreadPoolExecutor(2)))
        desk.open()
        yield desk.usage_row()
        yield desk.typing_row()


class _Desk:
    def __init__(
        self,
        site: MessageSite,
        crew: Crew[Changes, Done],
        page: OpenPage,
        busy: Busy,
        meanwhile: ThreadPoolExecutor,
    ) -> None:
        self._site, self._crew, self._page, self._busy = site, crew, page, busy
        self._meanwhile = meanwhile
        self._talks = list[Talk]()
        self._shown = 0

    def open(self) -> None:
        """All chats are served, and the first one in progress is open with its last messages."""
        busy, tab = self._busy, self._page.page
        for first in range(0, busy.conversations, MOST_SLOTS):
            self._done(closed(self._site, self._talks))
            numbers = range(first, min(first + MOST_SLOTS, busy.conversations))
            self._talks = self._done(served(self._site, numbers))
            tab.locator(".chat-row").nth(numbers[-1]).wait_for()
        self._fill(self._talks[0], number=numbers[0], upto=busy.messages)
        tab.locator(f".chat-row[data-chat='{self._talks[0].chat}']").click()
        tab.locator(TEXT_AREA).wait_for()
        self._shown = scrolled_back(tab, ".log", "[data-line]", least=busy.messages)

    def _fill(self, talk: Talk, *, number: int, upto: int) -> None:
        messenger = messenger_on(self._site.board.centre.endpoint)
        talk.known = say_upto(messenger, talk.chat, customer(number), base=talk.known, upto=upto)

    def usage_row(self) -> Row:
        """Work of the page's main thread, and its heap."""
        busy = self._busy
        seconds = busy.seconds + WARM_UP_SECONDS
        written, changed = self._load(seconds)
        self._page.wait(WARM_UP_SECONDS)
        use([self._page], seconds=busy.seconds, parts=PARTS)
        return {
            "measured": "desk",
            "conversations": self._page.page.locator(".chat-row").count(),
            "in_progress": len(self._talks),
            "messages_on_screen": self._shown,
            "messages_per_s": round(written.result() / seconds, 1),
            "board_changes_per_s": changes_per_second(changed.result(), seconds=seconds),
            **usage_figures(self._page.usage, seconds=busy.seconds),
        }

    def typing_row(self) -> Row:
        """Typing in the open chat, under the same load."""
        load = self._load(self._busy.keys * 0.08)
        row = typing_row(self._page, TEXT_AREA, case="desk", messages=self._shown, keys=self._busy.keys)
        for part in load:
            part.result()
        return row

    def _done(self, work: Coroutine[Any, Any, T]) -> T:
        """Its result, from another thread: in this one the browser has the event loop."""
        return self._meanwhile.submit(asyncio.run, work).result()

    def _load(self, seconds: float) -> tuple[Future[int], Future[list[Done]]]:
        rate, changes = self._busy.messages_per_second, self._busy.changes_per_second
        centre = self._site.board.centre
        jobs = [Changes(centre, seconds, changes, (1, AGENTS)), Changes(centre, seconds, answers=True)]
        writing = write_on(self._site, self._talks, rate=rate, seconds=seconds)
        return self._meanwhile.submit(asyncio.run, writing), self._meanwhile.submit(self._crew.work, jobs)
