"""`demo` as a user runs it: everything starts, killed processes come back, nothing is left."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import psutil
import pytest

from bench.ports import free_port
from tests.waiting import wait_until

ROOT = Path(__file__).resolve().parents[3]
PARTS = ("uvicorn", "dispatch", "feed", "report", "worker", "beat", "visits.py", "dynoxide", "valkey-server")
PORTS = ("PORT", "LOCAL_REDIS_PORT", "DEMO_SHOP_PORT", "DEMO_BOOKING_PORT")
INHERITED = ("PATH", "HOME", "LANG", "VIRTUAL_ENV")


class RunningDemo:
    """One demo in a folder and on ports of its own; what it says goes to a file."""

    def __init__(self, folder: Path, **environ: str) -> None:
        self.said_file = folder / "said"
        ports = {name: str(free_port()) for name in PORTS}
        inherited = {name: os.environ[name] for name in INHERITED if name in os.environ}
        with self.said_file.open("wb") as said:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "demo"],
                cwd=ROOT,
                env={**inherited, **ports, "DATA_DIR": str(folder), **environ},
                stdout=said,
                stderr=subprocess.STDOUT,
            )

    @property
    def said(self) -> str:
        """All it has said so far."""
        return self.said_file.read_text(encoding="utf-8")

    def wait_until_it_moves(self) -> None:
        """Returns once it has printed the address."""
        wait_until(lambda: "Dashboard:" in self.said or not self.is_running, "the board moves", seconds=60)
        assert self.is_running, self.said

    @property
    def is_running(self) -> bool:
        """Whether the demo itself runs."""
        return self.process.poll() is None

    def parts(self) -> dict[str, psutil.Process]:
        """Its running children by the part they play."""
        found: dict[str, psutil.Process] = {}
        for child in psutil.Process(self.process.pid).children():
            with suppress(psutil.Error):  # one that has just ended has no command any more
                command = " ".join(child.cmdline())
                found |= {part: child for part in PARTS if part in command}
        return found

    def kill_part(self, part: str) -> None:
        """Kills one part and waits until another process plays it."""
        killed = self.parts()[part]
        killed.kill()
        wait_until(lambda: self.parts().get(part, killed).pid != killed.pid, f"{part} is back")

    def everything(self) -> list[psutil.Process]:
        """The demo's children and theirs."""
        return psutil.Process(self.process.pid).children(recursive=True)


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


def lives(process: psutil.Process) -> bool:
    """Whether it still runs; one that has ended may wait for init to take note of it."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_it_survives_the_death_of_every_part_and_ends_sound(start: Callable[..., RunningDemo]) -> None:
    demo = start(DEMO_SECONDS="20", DEMO_RATE="5", DEMO_AGENTS="10")
    demo.wait_until_it_moves()
    everything = demo.everything()

    for part in PARTS:
        demo.kill_part(part)
    everything += demo.everything()

    assert demo.process.wait(90) == 0, demo.said
    assert demo.said.count("ended (SIGKILL), started again") == len(PARTS), demo.said
    assert "Audit: clean." in demo.said
    assert not any(map(lives, everything))


def test_it_prints_passwords_and_addresses_and_leaves_nothing_after_ctrl_c(
    start: Callable[..., RunningDemo],
) -> None:
    demo = start(DEMO_RATE="1", DEMO_AGENTS="1")
    demo.wait_until_it_moves()
    wait_until(lambda: "Ctrl-C stops everything." in demo.said, "it has said how to stop it")
    everything = demo.everything()

    demo.process.send_signal(signal.SIGINT)

    assert demo.process.wait(60) == 0, demo.said
    assert demo.said.count("  password ") == demo.said.count("/demo/sign-in/") == 3
    assert demo.said.endswith("  Stopping …\n")
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
