"""Last tickets from notices: they save a request, and neither late nor lost ones change who is next."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from routing import services
from routing.matching import batched
from routing.matching.known import SECONDS, Known
from routing.matching.last_tickets import LastTickets
from routing.model.queues import agent_queue
from routing.notices.over_redis import encode
from routing.storage import keys
from tests.builders import a_router, a_waiting_agent, a_waiting_call
from tests.memory.table import MemoryTable
from tests.tables import InterruptedTable

WOMEN = agent_queue("Spanish", "F")


@dataclass
class Listening:
    """A matcher that hears what `router` does, and nothing of what `silent` does."""

    newest_first: bool = False
    now: float = 0.0
    table: InterruptedTable = field(default_factory=lambda: InterruptedTable(MemoryTable()))

    def __post_init__(self) -> None:
        self.tickets = LastTickets(listens=True)
        self.known = Known(lambda: self.now, tickets=self.tickets)
        self.silent = a_router(self.table, newest_first=[WOMEN] if self.newest_first else ())
        self.router = replace(self.silent, emit=lambda events: self.tickets.hear(json.loads(encode(events))))
        assert self.pairs() == []  # the counters have been asked

    def pairs(self) -> list[tuple[str, str]]:
        """The matches of one round."""
        found = batched.match_batch(self.router, self.known)
        return [(match.call.call_id, match.agent.agent_id) for match in found.matches]

    def asked(self) -> int:
        """How often the counters were asked since the last time."""
        count = [pk for pk, _ in self.table.queries].count(keys.TICKETS)
        self.table.queries.clear()
        return count


def test_what_is_heard_of_is_matched_without_a_question() -> None:
    heard = Listening()
    assert heard.asked() == 1
    a_waiting_agent(heard.router, "ana")
    a_waiting_call(heard.router, "c1")

    assert (heard.pairs(), heard.asked()) == ([("c1", "ana")], 0)


def test_one_who_hears_nothing_always_asks() -> None:
    heard = Listening()
    heard.tickets.listens = False
    heard.tickets.ask()
    for number in range(2):
        a_waiting_agent(heard.silent, f"a{number}")
        a_waiting_call(heard.silent, f"c{number}")
        assert heard.pairs() == [(f"c{number}", f"a{number}")]
    assert heard.asked() == 1 + 2


def test_a_lost_notice_delays_its_call_by_a_second() -> None:
    heard = Listening()
    a_waiting_agent(heard.router, "ana")
    a_waiting_call(heard.silent, "c1")
    assert heard.pairs() == []

    heard.now += SECONDS

    assert heard.pairs() == [("c1", "ana")]


def test_a_later_notice_makes_up_for_a_lost_one() -> None:
    heard = Listening()
    a_waiting_agent(heard.router, "ana")
    a_waiting_call(heard.silent, "c1")
    a_waiting_call(heard.router, "c2")

    assert heard.pairs() == [("c1", "ana")]


def a_more_urgent_call(heard: Listening) -> None:
    a_waiting_agent(heard.router, "ana")
    a_waiting_call(heard.router, "late")
    a_waiting_call(heard.silent, "first", priority=1)


def the_newest_agent(heard: Listening) -> None:
    a_waiting_agent(heard.router, "bea")
    a_waiting_call(heard.router, "first")
    a_waiting_agent(heard.silent, "ana")


def an_agent_beside_one_who_declined(heard: Listening) -> None:
    a_waiting_agent(heard.router, "bea")
    a_waiting_call(heard.router, "first")
    assert heard.pairs() == [("first", "bea")]
    services.call_decline(heard.router, call_id="first", agent_id="bea")
    services.agent_enqueue(heard.router, agent_id="bea")
    a_waiting_agent(heard.silent, "ana")


@pytest.mark.parametrize(
    "happening", [a_more_urgent_call, the_newest_agent, an_agent_beside_one_who_declined]
)
def test_who_was_not_heard_of_is_not_passed_over(
    happening: Callable[[Listening], None],
) -> None:
    heard = Listening(newest_first=happening is the_newest_agent)
    happening(heard)
    heard.asked()

    assert (heard.pairs(), heard.asked()) == ([("first", "ana")], 1)


def test_after_an_error_the_counters_are_asked() -> None:
    heard = Listening()
    a_waiting_agent(heard.router, "ana")
    a_waiting_call(heard.silent, "c1")

    heard.known.forget()

    assert heard.pairs() == [("c1", "ana")]


@pytest.mark.parametrize("told", [{}, {"ticket": None}, {"ticket": "7"}, {"ticket": True}, {"kind": 3}])
def test_a_notice_without_a_ticket_tells_nothing(told: dict[str, object]) -> None:
    tickets = LastTickets(listens=True)
    tickets.found((3, 4))

    tickets.hear([told, {"kind": "callQueued", "ticket": 5}, {"kind": "callQueued", "ticket": 2}])

    assert tickets.last == (3, 5)


def test_an_unreadable_counter_is_asked_each_time() -> None:
    tickets = LastTickets(listens=True)

    assert tickets.found((3, None)) == (3, None)
    assert tickets.last is None


def test_tickets_that_nobody_took_are_believed_for_a_second_only() -> None:
    heard = Listening()
    heard.tickets.hear([{"kind": "callQueued", "ticket": 500}])
    heard.now += SECONDS
    for number in range(2):
        a_waiting_agent(heard.router, f"a{number}")
        a_waiting_call(heard.router, f"c{number}")
        assert heard.pairs() == [(f"c{number}", f"a{number}")]
    assert not heard.tickets.listens
    assert heard.asked() == 1 + 2


@pytest.mark.parametrize(
    "one",
    [
        {"kind": "callQueued"},
        {"kind": "callQueued", "ticket": 10**13},
        {"kind": "agentStatusChanged", "became": "queued"},
        {"kind": "callHandedBack", "call_id": "c1"},
    ],
)
def test_a_notice_without_the_ticket_of_who_waits_makes_it_ask(
    one: dict[str, object],
) -> None:
    heard = Listening()
    heard.tickets.hear([one])
    heard.pairs()
    assert heard.asked() == 1 + 1
