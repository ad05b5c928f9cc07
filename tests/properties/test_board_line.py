"""Board line: whatever is lost, repeated, late or dropped, feed, web process and page end equal.

The feed's stream, the web process' hub with one client, and the browser's own reducer, in Node. Never does
one of them show what the feed never said, and some heartbeats after the trouble is over they show the same.
"""

import asyncio
from enum import Enum, auto

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from live.board.frames import Frame, State, empty_state, encode
from live.board.replica import Verdict
from live.board.wire import BoardWire
from live.feed.stream import Stream
from live.hub.fan_out import Hub
from sockets.subscription import Subscription
from tests.frames import unpacked
from tests.properties.browsers import BrowserBoard, a_browser_board
from tests.thorough import examples
from tests.unit.live.boards import AT, states

SETTLING_SECONDS = 10
# A failing run is reported as it was: shrinking takes too long for a test.
TELL_AS_IT_WAS = tuple(phase for phase in Phase if phase not in (Phase.shrink, Phase.explain))
LONG = settings(deadline=None, stateful_step_count=40, max_examples=examples(100), phases=TELL_AS_IT_WAS)
MOST_EPOCHS = 6


class Fate(Enum):
    """Fate of a message."""

    ARRIVES = auto()
    LOST = auto()
    TWICE = auto()
    LATE = auto()


on_redis = st.sampled_from(Fate)
on_socket = st.sampled_from([Fate.ARRIVES, Fate.ARRIVES, Fate.LOST, Fate.TWICE])


class BoardLine(RuleBasedStateMachine):
    """A feed that speaks, and two who listen at the end of bad lines."""

    def __init__(self, browser: BrowserBoard) -> None:
        super().__init__()
        self.now, self.epochs = 0.0, 0
        self.loop = asyncio.new_event_loop()
        self.hub = Hub(BoardWire, clock=lambda: self.now)
        self.client = Subscription(
            snapshot=self.hub._snapshot_message, clock=lambda: self.now, bound=3, interval_seconds=0.0
        )
        self.hub._clients.add(self.client)
        self.browser = browser
        self.browser.begin()
        self.said: dict[tuple[str, int], State] = {}
        self.late: list[str] = []
        self.begin(empty_state())

    def begin(self, state: State) -> None:
        self.epochs += 1
        self.stream = Stream(f"e{self.epochs}", state, at=AT)
        self.remember()

    def remember(self) -> None:
        snapshot = self.stream.snapshot
        self.said[snapshot.epoch, snapshot.seq] = snapshot.state

    def publish(self, frame: Frame, fate: Fate) -> None:
        text = encode(frame)
        if fate is Fate.LATE:
            self.late.append(text)
        for _ in range({Fate.ARRIVES: 1, Fate.TWICE: 2}.get(fate, 0)):
            self.carry(text, answer=Fate.LOST)

    def carry(self, text: str, *, answer: Fate) -> None:
        """To the hub, which may ask for a snapshot; whether that comes is another matter."""
        if self.hub._take(text) is Verdict.ASK and answer is not Fate.LOST:
            self.publish(self.stream.snapshot, answer)

    def read(self, fate: Fate) -> bool:
        """The client's next message, if there is one."""
        if not len(self.client) and not (self.client._needs_snapshot and self.hub.snapshot):
            return False
        text = unpacked(self.loop.run_until_complete(self.client.next()))
        for _ in range({Fate.ARRIVES: 1, Fate.TWICE: 2}.get(fate, 0)):
            if self.browser.hear(text):
                self.client.resync()
        return True

    @rule(state=states(), fate=on_redis)
    def something_changes(self, state: State, fate: Fate) -> None:
        delta = self.stream.advance(state, at=AT)
        self.remember()
        if delta is not None:
            self.publish(delta, fate)

    @rule(fate=on_redis, answer=on_redis)
    def it_beats(self, fate: Fate, answer: Fate) -> None:
        if fate is Fate.ARRIVES:
            self.carry(encode(self.stream.heartbeat), answer=answer)
        else:
            self.publish(self.stream.heartbeat, fate)

    @rule(fate=on_redis)
    def somebody_else_asked_for_a_snapshot(self, fate: Fate) -> None:
        self.publish(self.stream.snapshot, fate)

    @precondition(lambda self: self.epochs < MOST_EPOCHS)
    @rule(state=states(), fate=on_redis)
    def another_feed_leads(self, state: State, fate: Fate) -> None:
        self.begin(state)
        self.publish(self.stream.snapshot, fate)

    @precondition(lambda self: self.late)
    @rule(which=st.integers(0, 100), answer=on_redis)
    def what_was_late_arrives(self, which: int, answer: Fate) -> None:
        self.carry(self.late.pop(which % len(self.late)), answer=answer)

    @rule(fates=st.lists(on_socket, max_size=5))
    def the_page_reads(self, fates: list[Fate]) -> None:
        for fate in fates:
            self.read(fate)

    @rule()
    def the_trouble_is_over(self) -> None:
        for _ in range(SETTLING_SECONDS):
            self.now += 1.0
            self.carry(encode(self.stream.heartbeat), answer=Fate.ARRIVES)
            while self.read(Fate.ARRIVES):
                pass

        state = self.stream.snapshot.state
        assert self.hub.snapshot is not None
        assert self.hub.snapshot.state == state
        assert self.browser.state == state

    @invariant()
    def nobody_shows_what_the_feed_never_said(self) -> None:
        known = self.hub.snapshot
        assert known is None or known.state == self.said[known.epoch, known.seq]
        page = self.browser
        assert page.state is None or page.state == self.said[page.epoch, page.seq]

    def teardown(self) -> None:
        try:
            self.the_trouble_is_over()
        finally:
            self.loop.close()


def test_all_end_with_the_feeds_board_whatever_happens_on_the_way() -> None:
    with a_browser_board() as browser:

        class OneBoardLine(BoardLine):
            def __init__(self) -> None:
                super().__init__(browser)

        run_state_machine_as_test(OneBoardLine, settings=LONG)
