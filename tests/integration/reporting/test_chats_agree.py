"""Figures of chats, live and stored: the same contacts give the same figures, by event and from the table."""

from collections.abc import Iterator
from datetime import UTC, timedelta
from itertools import count

import pytest

from dashboard.history.history_rows import HistoryRow, history_row
from live.board.frames import Row
from live.feed.mirror import Mirror
from live.figures.formulas import Measure, as_shown
from live.figures.tally import Tally
from messaging.chats.serving import chat_close, chat_transfer
from messaging.model.card import Card
from messaging.model.parties import party_of
from reporting.history.history_selectors import Figures, Intervals, figures_sum, interval_list, part_list
from reporting.history.keeping import calls_record, day_reconcile, ratings_fill
from reporting.models import CallRecord
from reporting.sinks.history_sink import HistorySink
from routing import selectors, services
from routing.model.queues import CHAT
from tests.builders import NOON
from tests.cards import rated
from tests.centres import call_now
from tests.contracts.chats.chat_life import CHATS, a_row
from tests.contracts.messaging.chats.chat_centre import Centre, a_centre
from tests.integration.reporting.histories import DAY, events, forget, rows
from tests.memory.table import MemoryTable
from tests.messengers import ANA, EVA, KIM

pytestmark = pytest.mark.django_db
CLERK = party_of("program:clerk")
SCENES = {
    "car": {"language": "Spanish", "ask_rating": True},
    "hours": {"language": "Spanish", "ask_rating": True, "robot": "clerk", "first_response_seconds": 600},
}
COUNTS = ("offered", "answered", "abandoned", "responded", "rated")
SAME = (*COUNTS, "service_level", "asa_seconds", "abandonment")
OF_CHATS = ("first_response_level", "first_response_seconds", "handle_seconds", "rating")


class Day:
    """Chats of one day, one after another, and what the board counts from their events as they come."""

    def __init__(self) -> None:
        table = MemoryTable()
        messages = table.beside("messages")
        for one in (table, messages):
            one.create()
        self.centre: Centre = a_centre(table, messages, scenes=SCENES, first_response_seconds=60)
        self.router = self.centre.chats.router
        policies, own = self.router.policies, self.router.scene_policy
        self.measure = Measure(policies, scene_policy=own)
        self.live = Tally(since=NOON - timedelta(hours=12), measure=self.measure)
        self.names: Iterator[str] = (f"chat-{number}" for number in count(1))
        a_row(self.router, slots=5)
        a_row(self.router, "eva", slots=5)

    def begin(self, scene: str = "car") -> str:
        chat = self.centre.begun(next(self.names), scene=scene)
        self.centre.sent("is it sold", chat=chat)
        return chat

    def wait(self, seconds: float) -> None:
        self.centre.life.clock.advance(seconds)
        self.hear()

    def hear(self) -> None:
        """The board reads what the events name."""
        told, self.centre.life.told[:] = [*self.centre.life.told], []
        for call_id in dict.fromkeys(event.call_id for event in told if event.call_id):
            self.live.observe(call_now(self.router, call_id))

    def taken(self, chat: str) -> str:
        """The agent who gets the chat."""
        name = f"{chat}.1"
        services.match_once(self.router)
        row = str(call_now(self.router, name).agent_id)
        services.call_accept(self.router, call_id=name, agent_id=row)
        return row.removesuffix("~chat")

    def served(
        self, chat: str, *, first: float | None, then: float = 30, close: bool = True, rating: int = 0
    ) -> None:
        agent = party_of(f"agent:{self.taken(chat)}")
        if first is not None:
            self.wait(first)
            self.centre.sent("not yet", chat=chat, by=agent, base=1)
        self.wait(then)
        if close:
            self.close(chat, agent)
        if rating:
            self.wait(20)
            self.rate(chat, rating)

    def close(self, chat: str, agent: object) -> None:
        by = ANA if str(agent) == str(ANA) else EVA
        chat_close(self.centre.chats, chat=chat, by=by, seen=self.centre.head(chat).number)

    def rate(self, chat: str, score: int) -> None:
        assert isinstance(rated(self.centre.chats, chat, score), Card)

    def lived(self) -> None:
        """Some of each: quick, late, never answered, abandoned, transferred, after a robot, rated or not."""
        self.served(self.begin(), first=5, rating=5)
        self.served(self.begin(), first=90, rating=2)
        self.served(self.begin(), first=None)
        left = self.begin()
        self.wait(11)
        chat_close(self.centre.chats, chat=left, by=KIM, seen=1)
        handed = self.begin("hours")
        self.wait(9)
        chat_transfer(self.centre.chats, chat=handed, by=CLERK)
        self.wait(100)
        self.served(handed, first=20, rating=4)
        moved = self.begin()
        agent = party_of(f"agent:{self.taken(moved)}")
        self.wait(7)
        self.centre.sent("one moment", chat=moved, by=agent, base=1)
        chat_transfer(self.centre.chats, chat=moved, by=agent, to_agent="eva" if agent == ANA else "ana")
        self.wait(40)
        self.served(moved, first=3, then=100)
        given = self.begin()
        agent = party_of(f"agent:{self.taken(given)}")
        self.wait(8)
        chat_transfer(self.centre.chats, chat=given, by=agent, to_robot="clerk")
        self.wait(400)
        chat_close(self.centre.chats, chat=given, by=CLERK, seen=self.centre.head(given).number)
        services.call_enqueue(self.router, call_id="a call", language="Spanish")
        services.call_abandon(self.router, call_id="a call")
        self.wait(1)

    @property
    def ids(self) -> list[str]:
        return [call.call_id for call in selectors.all_calls(self.router)]


@pytest.fixture
def day() -> Day:
    day = Day()
    day.lived()
    return day


ALL_DAY = Intervals(
    since=NOON - timedelta(hours=12),
    before=NOON + timedelta(hours=12),
    length_minutes=30,
    channel=CHAT,
    queue="",
    scene="",
    team="",
)


def stored(figures: Figures, day: Day) -> Row:
    """The row of the page of the history, rounded as the board rounds."""
    row: HistoryRow = history_row("", figures, day.measure, CHAT)
    found = {name: getattr(row, name, None) for name in (*SAME, *OF_CHATS)}
    return as_shown({**found, **{name: getattr(figures, name) for name in COUNTS}})


def picked(row: Row) -> Row:
    return {name: row[name] for name in (*SAME, *OF_CHATS)}


def test_the_history_says_what_the_board_says_of_all_chats_of_each_queue_and_scene(day: Day) -> None:
    HistorySink(lambda: day.router).deliver(events(*day.ids))

    total = figures_sum(interval_list(**ALL_DAY), NOON)
    live = picked(day.live.row(CHAT))
    assert stored(total, day) == live
    assert (live["offered"], live["responded"], live["rated"]) == (7, 4, 3)
    assert None not in live.values()
    by_queue = {one.queue: stored(one, day) for one in part_list(ALL_DAY, by="queue")}
    assert by_queue == {str(CHATS): picked(day.live.queue_row(CHATS))}
    by_scene = {one.scene: stored(one, day) for one in part_list(ALL_DAY, by="scene")}
    scenes = day.live.scene_rows(day.router.clock())
    assert by_scene == {scene: picked(row) for scene, row in scenes.items()}
    assert by_scene["hours"]["first_response_level"] == 1, "in time by the target of the scene"
    assert by_scene["car"]["first_response_level"] == 0.33
    assert total.set_aside == 0, "the chat that a robot closed after its agent has been answered"
    assert CallRecord.objects.get(status="completed", agent_id="").talk_ms == 8_000


def test_a_chat_given_back_counts_by_its_second_wait_and_its_first_response_from_the_beginning() -> None:
    day = Day()
    chat = day.begin()
    day.wait(2)
    agent = party_of(f"agent:{day.taken(chat)}")
    day.wait(600)
    chat_transfer(day.centre.chats, chat=chat, by=agent, to_agent="eva" if agent == ANA else "ana")
    day.wait(15)
    day.served(chat, first=3)
    day.hear()
    HistorySink(lambda: day.router).deliver(events(*day.ids))

    figures = figures_sum(interval_list(**ALL_DAY), NOON)
    assert stored(figures, day) == picked(day.live.row(CHAT))
    assert (figures.waited_ms, figures.longest_wait_ms, figures.within_target) == (15_000, 15_000, 1)
    assert day.live.row(CHAT)["first_response_seconds"] == 620


def test_a_board_that_starts_later_counts_the_same(day: Day) -> None:
    mirror = Mirror(day.router, zone=UTC, measure=day.measure)
    counted = mirror.count()
    assert counted.tally.row(CHAT) == day.live.row(CHAT)
    now = day.router.clock()
    assert counted.tally.scene_rows(now) == day.live.scene_rows(now)
    assert counted.tally.recent_row(now, CHAT) == day.live.recent_row(now, CHAT)


def test_events_and_reconciliation_write_the_same_rows_of_chats(day: Day) -> None:
    HistorySink(lambda: day.router).deliver(events(*day.ids))
    by_events = rows()
    forget()
    day_reconcile(day.router, DAY)
    assert rows() == by_events


def test_a_rating_after_the_record_and_one_whose_event_is_lost_are_written(day: Day) -> None:
    chat = day.begin()
    day.served(chat, first=5)
    calls_record(day.router, day.ids)
    day.rate(chat, 3)
    HistorySink(lambda: day.router).deliver(events(f"{chat}.1", kind="callRated"))
    assert CallRecord.objects.get(call_id=f"{chat}.1").rating == 3

    other = day.begin()
    day.served(other, first=5)
    calls_record(day.router, day.ids)
    day.rate(other, 1)
    assert ratings_fill(day.router, since=NOON).written == 1
    assert CallRecord.objects.get(call_id=f"{other}.1").rating == 1
    day.hear()
    assert stored(figures_sum(interval_list(**ALL_DAY), NOON), day) == picked(day.live.row(CHAT))


def test_the_target_of_a_first_response_is_that_of_when_it_was_recorded(day: Day) -> None:
    calls_record(day.router, day.ids)
    before = rows()
    assert set(CallRecord.objects.exclude(scene="").values_list("response_target_ms", flat=True)) == {
        60_000,
        600_000,
    }
    calls_record(day.centre.life.router, day.ids)
    assert rows() == before
