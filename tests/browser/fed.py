"""Made-up board: any number of agents and queues, sent to one page in place of the feed."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count

from playwright.sync_api import Page, WebSocketRoute

from live.board.contents import Board
from live.board.frames import Snapshot, State, encode
from live.figures.agent_minutes import AgentMinutes
from live.figures.formulas import Measure
from live.figures.tally import Tally
from routing.model.agent_minutes import MINUTE, minute_began, minute_counted
from routing.model.agents import Agent, AgentStatus, row_id
from routing.model.calls import Call, CallStatus
from routing.model.queues import CHAT, CallEntry, QueueInfo, call_queue
from routing.model.skills import Skills

LANGUAGES = ("English", "French", "Spanish", "German", "Italian", "Portuguese")
NAMES = ("Georgina Marshall", "Sian Hughes", "Bo Li", "Aleksandra Wojciechowska", "Stuart Robinson")
STATUSES = (
    AgentStatus.QUEUED,
    AgentStatus.OFFERED,
    AgentStatus.ATTENDING_CALL,
    AgentStatus.WRAP_UP,
    AgentStatus.PAUSED,
)


def feed_page(page: Page, *, agents: int, queues: int, chats: int = 0) -> Callable[[timedelta], None]:
    """Reload the page with a number of agents signed in, of queues with waiting calls, and of waiting chats.

    The result repeats the same state, as of that much later. Only the beginning is read from the clock: a
    minute may begin in between.
    """
    sockets: list[WebSocketRoute] = []
    moments = [datetime.now(UTC)]

    def say(later: timedelta) -> None:
        now = moments[-1] + later
        state = a_busy_state(now, agents=agents, queues=queues) | chats_of(now, chats)
        moments.append(now)
        sockets[-1].send(encode(Snapshot("made-up", next(seq), now.isoformat(), state)))

    def begin(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        say(timedelta())  # also to clients that lost the connection, which is silent after each

    seq = count(1)
    page.route_web_socket(re.compile(".*"), begin)
    page.reload()
    return say


def a_busy_state(now: datetime, *, agents: int, queues: int) -> State:
    """A feed's state: many late queues, one agent in five in each status, some of them stuck."""
    skills = Skills(LANGUAGES[: max(1, queues // 4)])
    waiting = skills.call_queues[:queues]
    board = Board(skills)
    board.put_infos(QueueInfo(key, 100, 3) for key in waiting)
    board.put_agents(an_agent(number, now) for number in range(agents))
    board.replace_waiting(
        CallEntry(queue=key, priority=5, ticket=place, call_id=f"c{place}", queued_at=now - place * LATER)
        for place, key in enumerate(waiting)
    )
    tally = Tally(since=now - timedelta(hours=9), measure=Measure())
    for number in range(2000):
        tally.observe(an_answered_call(number, now))
    minutes = AgentMinutes()
    statuses = [STATUSES[number % len(STATUSES)] for number in range(agents)]
    minutes.recall(
        minute_counted(minute_began(now) - ago * MINUTE, statuses[: agents - ago % 3])
        for ago in range(1, 60)
        if ago not in (9, 10)
    )
    state = board.state({"today": tally.row(), "recent": tally.recent_row(now)})
    state["figures"] = {str(key): tally.queue_row(key) for key in skills.call_queues}
    state["recent"] = {str(key): tally.recent_queue_row(key, now) for key in skills.call_queues}
    state["minutes"], state["agent_minutes"] = tally.minutes(now), minutes.rows(now)
    return state


LATER = timedelta(seconds=17)


def chats_of(now: datetime, chats: int) -> State:
    """The sections of chats: that many wait; of the first agents one is full, one paused, one free."""
    if not chats:
        return {}
    key = call_queue(LANGUAGES[0], "Any", channel=CHAT)
    board = Board(Skills(LANGUAGES[:1], channels=("", CHAT)))
    board.put_infos([QueueInfo(key, 100, chats)])
    statuses = (AgentStatus.ATTENDING_CALL, AgentStatus.PAUSED, AgentStatus.QUEUED)
    holding = (("h1", "h2", "h3"), (), ())
    board.put_agents(
        replace(
            an_agent(place, now),
            agent_id=row_id(f"a{place}"),
            status=status,
            channel=CHAT,
            slots=3,
            held=holding[place],
        )
        for place, status in enumerate(statuses)
    )
    first = now - timedelta(seconds=95)
    board.replace_waiting([CallEntry(key, 5, 1, "w1", first)])
    board.put_calls([a_waiting_chat("w1", first)])
    tally = Tally(since=now - timedelta(hours=9), measure=Measure())
    for number in range(20):
        tally.observe(a_served_chat(number, now))
    state = board.state()
    state["totals.chat"] = {
        "today": tally.row(CHAT),
        "recent": tally.recent_row(now, CHAT),
    }
    state["scenes.chat"] = tally.scene_rows(now)
    state["figures.chat"] = {str(key): tally.queue_row(key)}
    state["recent.chat"] = {str(key): tally.recent_queue_row(key, now)}
    state["minutes.chat"] = tally.minutes(now, CHAT)
    return {section: rows for section, rows in state.items() if section.endswith(CHAT)}


def a_served_chat(number: int, now: datetime) -> Call:
    """The same as chats of two scenes: each first response 20 seconds after the answer, some rated."""
    call = an_answered_call(number, now)
    responded_at = call.answered_at + timedelta(seconds=20) if call.answered_at else None
    scene, rating = ("shop", 5) if number % 2 else ("service", 3)
    return replace(call, channel=CHAT, scene=scene, rating=rating, responded_at=responded_at)


def a_waiting_chat(call_id: str, since: datetime) -> Call:
    """A customer without a name."""
    return Call(
        call_id=call_id,
        language=LANGUAGES[0],
        gender="Any",
        channel=CHAT,
        chat_id="k1",
        scene="shop",
        status=CallStatus.QUEUED,
        status_since=since,
        created_at=since,
        queued_at=since,
        ticket=1,
        band=5,
    )


def an_agent(number: int, now: datetime) -> Agent:
    """Agents of all statuses, for up to an hour each; some past their due time."""
    status = STATUSES[number % len(STATUSES)]
    ends = status in (AgentStatus.OFFERED, AgentStatus.WRAP_UP, AgentStatus.ATTENDING_CALL)
    left = timedelta(seconds=-20 if number % 11 == 0 else 600)
    return Agent(
        agent_id=f"a{number}",
        name=NAMES[number % len(NAMES)],
        gender="F",
        languages=frozenset({LANGUAGES[0]}),
        topics=frozenset(),
        status=status,
        status_since=now - timedelta(seconds=7 * number % 3600),
        until=now + left if ends else None,
    )


def an_answered_call(number: int, now: datetime) -> Call:
    """Calls of the last two hours, each answered after up to a minute, or given up."""
    at = now - timedelta(seconds=3.5 * number)
    answered = number % 8 > 0
    waited = timedelta(seconds=number % 60)
    return Call(
        call_id=f"before{number}",
        language=LANGUAGES[0],
        gender="Any",
        status=CallStatus.COMPLETED if answered else CallStatus.ABANDONED,
        status_since=at + waited,
        created_at=at,
        queued_at=at,
        answered_at=at + waited if answered else None,
        ended_at=at + waited,
        version=2,
    )
