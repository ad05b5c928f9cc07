"""Sockets that are sent junk: closed with a code, without a traceback, in bounded memory."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any

import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.browser.prepared import Prepared, prepare
from tests.browser.site import Site, site_start
from tests.integration.sockets.raw_sockets import BINARY, CLOSE, RawSocket, frame
from tests.running import RunningEngine, RunningRedis
from tests.thorough import examples

BOARD, DEVICES = "/ws/board/", "/ws/messages/"
# Of the protocol: broken, no text, too large. Of the product: not understood, signed out, refused, too much.
CODES = {1002, 1007, 1009, 4400, 4401, 4403, 4429}
MIB = 1 << 20
HELLO = frame(b'{"type": "hello"}')
# It says enough for every limit: a socket that takes it all is closed for the number of its messages.
MANY = 25

closing = partial(frame, opcode=CLOSE)
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda some: st.lists(some, max_size=4) | st.dictionaries(st.text(), some, max_size=4),
    max_leaves=10,
)
words = st.sampled_from(("hello", "typing", "watch", "seen", "resync")) | values
messages = st.fixed_dictionaries(
    {}, optional={"type": words, "token": values, "as": values, "chat": values, "number": values}
)
texts = (
    (messages | values).map(lambda one: json.dumps(one).encode())
    | st.binary(max_size=300)
    | st.integers(1000, 4096).map(lambda depth: b"[" * depth)
)
frames = (
    texts.map(frame)
    | st.binary(max_size=300).map(lambda junk: frame(junk, opcode=BINARY))
    | st.integers(4000, 200_000).map(lambda size: frame(b" " * size))
    # Reserved bits and kinds, unmasked or continued frames, control frames that are too long.
    | st.builds(
        lambda junk, kind, bits: frame(junk, opcode=kind, first=bits),
        st.binary(max_size=200),
        st.sampled_from([kind for kind in range(16) if kind != CLOSE]),
        st.sampled_from((0x80, 0x00, 0xC0, 0x90)),
    )
)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Prepared:
    return prepare(tmp_path_factory, worker_id)


@pytest.fixture(scope="module")
def site(
    engine: RunningEngine,
    redis_server: RunningRedis,
    tmp_path_factory: pytest.TempPathFactory,
    prepared: Prepared,
) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    site = site_start(folder, prepared, engine, redis_server, without=("feed", "dispatcher"))
    yield site
    log = site.processes["web"].program.log.read_text(encoding="utf-8")
    site.stop()
    assert "Traceback" not in log, log


@pytest.mark.parametrize("path", [BOARD, DEVICES])
@pytest.mark.parametrize("who", ["mara", "nobody known"])
@settings(max_examples=examples(600))
@given(junk=st.lists(frames, min_size=1, max_size=4))
def test_junk_closes_a_socket_with_a_code(
    site: Site, prepared: Prepared, path: str, who: str, junk: list[bytes]
) -> None:
    with RawSocket(site.port, path, cookie=prepared.keys.get(who, "")) as socket:
        for one in junk:
            socket.say(one)
        # What was understood leaves the socket open, and what was cut off waits for its end.
        for _ in range(MANY):
            socket.say(HELLO)

        assert socket.closed() in CODES


@settings(max_examples=examples(200))
@given(junk=frames | st.binary() | st.binary().map(closing), share=st.floats(0, 1))
def test_a_frame_cut_off_by_the_end_of_the_connection_is_forgotten(
    site: Site, prepared: Prepared, junk: bytes, share: float
) -> None:
    with RawSocket(site.port, DEVICES, cookie=prepared.keys["mara"]) as socket:
        socket.say(junk[: round(len(junk) * share)])


def test_huge_frames_take_no_memory(site: Site) -> None:
    process = psutil.Process(site.processes["web"].pid)
    huge = frame(b" " * MIB, length=15 * MIB)
    before = process.memory_info().rss
    with ExitStack() as stack:
        sockets = [stack.enter_context(RawSocket(site.port, DEVICES)) for _ in range(50)]
        for socket in sockets:
            socket.say(huge)
        codes = {socket.closed() for socket in sockets}

        assert codes <= {0, 1009}
        assert process.memory_info().rss - before < 30 * MIB


def test_after_all_that_a_device_is_served(site: Site, prepared: Prepared) -> None:
    with RawSocket(site.port, DEVICES, cookie=prepared.keys["mara"]) as socket:
        socket.say(HELLO)

        assert json.loads(socket.heard())["type"] == "hello"
