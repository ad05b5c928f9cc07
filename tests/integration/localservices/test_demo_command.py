"""`demo` as a user runs it: everything starts, killed processes come back, nothing is left."""

import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.integration.localservices.running_demo import PARTS, RunningDemo, lives
from tests.waiting import wait_until


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., RunningDemo]]:
    """Starts demos; those that a failed test has left are stopped."""
    started: list[RunningDemo] = []

    def start_one(**environ: str) -> RunningDemo:
        started.append(RunningDemo(tmp_path, **environ))
        return started[-1]

    yield start_one
    for demo in started:
        demo.process.terminate()
        demo.process.wait(60)


def test_it_survives_the_death_of_every_part_and_ends_sound(start: Callable[..., RunningDemo]) -> None:
    demo = start(DEMO_SECONDS="20", DEMO_RATE="2", DEMO_AGENTS="5")
    demo.wait_until_it_moves()
    everything = demo.everything()
    wait_until(lambda: "Stops by itself after 20 seconds." in demo.said, "it has said all")
    assert demo.said.count("  password ") == demo.said.count("/demo/sign-in/") == 3

    for part in PARTS:
        demo.kill_part(part)
    everything += demo.everything()

    assert demo.process.wait(90) == 0, demo.said
    assert demo.said.count("ended (SIGKILL), started again") == len(PARTS), demo.said
    assert "Audit: clean." in demo.said
    assert not any(map(lives, everything))


def test_it_says_which_port_is_taken_before_it_starts_anything(start: Callable[..., RunningDemo]) -> None:
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        demo = start(PORT=str(port))
        code = demo.process.wait(60)

    assert code == 1
    assert demo.said == (
        f"CommandError: port {port} is taken, and the web server needs it: stop what listens there, "
        "or choose another with PORT=\n"
    )
