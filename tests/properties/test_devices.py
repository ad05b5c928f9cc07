"""Devices: whatever is lost, repeated, late or killed on the way, all devices end equal to the store.

Messages reach devices over Redis, a web process and a socket, and the store over requests; each of these
loses, repeats and delays. Meanwhile users join and leave, a customer turns out to be another one,
messages are recalled and read, and Redis is emptied.
"""

from contextlib import suppress

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from messaging.exceptions import MessagingError
from messaging.model.parties import Party
from tests.devices.agreement import check
from tests.devices.centre import ANN, BOB, CUSTOMER, NAMED
from tests.devices.device import Device
from tests.devices.world import Fate, World
from tests.thorough import examples

WITHOUT_SHRINKING = tuple(phase for phase in Phase if phase not in (Phase.shrink, Phase.explain))
fates = st.sampled_from([Fate.ARRIVES] * 3 + [*Fate])
LINES = 7
lines, chats = st.integers(0, LINES - 1), st.integers(0, 3)
parties = st.sampled_from([ANN, BOB, CUSTOMER, NAMED])


class Devices(RuleBasedStateMachine):
    """Users, their devices, and everything that goes wrong between them."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.world = World(url)
        self.written = 0

    @rule(line=lines, chat=chats)
    def write(self, line: int, chat: int) -> None:
        self.written += 1
        device, name = self.world.lines[line].device, f"w{self.written}"
        device.write(self.world.chats[chat], name, f"text {name}")

    @initialize()
    def begin(self) -> None:
        """All are in step, in conversations that have messages."""
        for line, chat in ((0, 0), (3, 1), (4, 2), (5, 3)):
            self.write(line, chat)
        self.world.settle()

    @rule(line=lines, chat=chats, on_redis=fates, on_sockets=st.lists(fates, min_size=LINES, max_size=LINES))
    def talk(self, line: int, chat: int, on_redis: Fate, on_sockets: list[Fate]) -> None:
        """A message is sent; of its way to the devices each part has a fate of its own."""
        self.write(line, chat)
        self.get_on(line)
        self.world.carry(on_redis)
        for one, fate in zip(self.world.lines, on_sockets, strict=True):
            self.world.listen(one, fate)

    @rule(line=lines, chat=chats, fate=fates)
    def talk_on(self, line: int, chat: int, fate: Fate) -> None:
        """A message that comes at once on all devices but one."""
        self.talk(line, chat, Fate.ARRIVES, [Fate.ARRIVES] * (LINES - 1) + [fate])

    @rule(line=lines, fate=fates)
    def ask(self, line: int, fate: Fate) -> None:
        self.world.ask(self.world.lines[line], fate)
        self.world.hear_channel()

    @rule(line=lines, lost=st.booleans())
    def answer(self, line: int, lost: bool) -> None:  # noqa: FBT001 - hypothesis passes by name
        self.world.answered(self.world.lines[line], lost=lost)

    @rule(fates=st.lists(fates, max_size=4))
    def carry(self, fates: list[Fate]) -> None:
        for fate in fates:
            self.world.carry(fate)

    @rule(line=lines, fates=st.lists(fates, max_size=4))
    def listen(self, line: int, fates: list[Fate]) -> None:
        for fate in fates:
            self.world.listen(self.world.lines[line], fate)

    @rule(line=lines)
    def get_on(self, line: int) -> None:
        self.world.finish(self.world.lines[line])
        self.world.hear_channel()

    @rule(line=lines)
    def beat(self, line: int) -> None:
        socket = self.world.lines[line].socket
        assert socket is not None
        socket.beat()

    @rule(chat=chats, sender=parties)
    def be_killed_before_announcing(self, chat: int, sender: Party) -> None:
        with suppress(MessagingError):
            self.world.centre.killed_before_announcing(self.world.chats[chat], sender)

    @rule(chat=chats, number=st.integers(1, 6))
    def recall(self, chat: int, number: int) -> None:
        self.world.recall(self.world.chats[chat], number)
        self.world.hear_channel()

    @rule(party=parties, chat=chats)
    def read(self, party: Party, chat: int) -> None:
        self.world.read(party, self.world.chats[chat])
        self.world.hear_channel()

    @rule(party=st.sampled_from([BOB, CUSTOMER]), joins=st.booleans())
    def move(self, party: Party, joins: bool) -> None:  # noqa: FBT001 - as above
        with suppress(MessagingError):
            self.world.move(party, joins=joins)
        self.world.hear_channel()

    @rule(undone=st.booleans(), killed=st.booleans())
    def merge(self, undone: bool, killed: bool) -> None:  # noqa: FBT001 - as above
        """The anonymous customer turns out to be the named one, or not after all."""
        centre = self.world.centre
        centre.merge(undone=undone, by=centre.dying if killed else None)
        self.world.hear_channel()

    @rule()
    def send_late(self) -> None:
        self.world.send_late()
        self.world.hear_channel()

    @rule()
    def carry_late(self) -> None:
        self.world.carry_late()

    @rule(seconds=st.sampled_from([1, 3]))
    def pass_time(self, seconds: int) -> None:
        self.world.centre.clock.pass_seconds(seconds)
        self.world.centre.parts.tidying.tidy()
        self.world.hear_channel()

    @rule(
        what=st.sampled_from(["reconnect", "restart device", "rejoin", "restart", "empty", "end"]), line=lines
    )
    def fail(self, what: str, line: int) -> None:
        one = self.world.lines[line]
        if what == "reconnect":
            self.world.connect(one)
        elif what == "restart device":
            one.device = Device(one.device.party)
            self.world.connect(one)
        elif what == "rejoin":
            self.world.rejoin()
        elif what == "restart":
            self.world.restart()
        elif what == "empty":
            self.world.redis.flushall()
        else:
            self.world.centre.parts.epochs.end()

    def teardown(self) -> None:
        try:
            self.world.settle()
            check(self.world)
        finally:
            self.world.close()


def test_all_devices_end_equal_to_the_store_whatever_happens_on_the_way(redis_url: str) -> None:
    class OnRedis(Devices):
        def __init__(self) -> None:
            super().__init__(redis_url)

    run_state_machine_as_test(
        OnRedis,
        settings=settings(
            deadline=None, max_examples=examples(200), stateful_step_count=30, phases=WITHOUT_SHRINKING
        ),
    )
