"""Supervisor with real programs: restarted when they die, gone when it stops."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from localservices import child
from localservices.exceptions import NotHealthyError, StopRequestedError
from localservices.programs import Program
from localservices.supervisor import Supervisor
from tests.waiting import wait_until

SLEEP = "import time; print('started', flush=True); time.sleep(600)"
DEAF = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {SLEEP}"
PARENT = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {SLEEP!r}]); {SLEEP}"
FAILING = "raise SystemExit(3)"
TALKING = "while True: print('talks' * 20, flush=True)"


class Stage:
    """A supervisor with what it has said."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.stop = threading.Event()
        self.said: list[str] = []
        self.supervisor = Supervisor(stop=self.stop, report=self.said.append)

    def program(self, script: str, name: str = "sleeper") -> Program:
        """A Python script as a program."""
        return Program(name, (sys.executable, "-c", script), self.folder / f"{name}.log")

    def log(self, name: str = "sleeper") -> str:
        """The program's output."""
        return (self.folder / f"{name}.log").read_text(encoding="utf-8")

    def look_until_said(self, count: int) -> None:
        """Supervises until a number of lines was reported."""

        def enough() -> bool:
            self.supervisor.look()
            return len(self.said) >= count

        wait_until(enough, f"{count} lines are said")

    def look_until_started(self, times: int) -> None:
        """Supervises until the program has started a number of times."""

        def enough() -> bool:
            self.supervisor.look()
            return self.log().count("started") >= times

        wait_until(enough, f"it has started {times} times")


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    made = Stage(tmp_path)
    yield made
    made.supervisor.stop(grace_seconds=0.5)


def gone(pid: int) -> bool:
    return not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


def test_it_starts_a_killed_program_again(stage: Stage) -> None:
    stage.supervisor.start(stage.program(SLEEP))
    stage.look_until_started(1)
    first = stage.supervisor.pid("sleeper")

    os.kill(first, signal.SIGKILL)
    stage.look_until_started(2)

    assert stage.supervisor.pid("sleeper") != first
    assert stage.said == [f"sleeper ended (SIGKILL), started again. Log: {stage.folder / 'sleeper.log'}"]


def test_it_slows_down_when_a_program_keeps_ending(stage: Stage) -> None:
    stage.supervisor.start(stage.program(FAILING))

    stage.look_until_said(5)

    assert "ended (exit code 3), started again" in stage.said[0]
    assert "it keeps ending; next try in 2 s" in stage.said[4]


def test_it_kills_what_a_dead_program_left_behind_before_it_starts_again(stage: Stage) -> None:
    stage.supervisor.start(stage.program(PARENT))
    stage.look_until_started(2)
    (orphan,) = psutil.Process(stage.supervisor.pid("sleeper")).children()

    os.kill(stage.supervisor.pid("sleeper"), signal.SIGKILL)
    stage.look_until_said(1)

    wait_until(lambda: gone(orphan.pid), "the orphan is gone")


def test_it_stops_the_last_start_first_and_leaves_nothing(stage: Stage) -> None:
    mourner = f"import atexit, sys, signal; signal.signal(signal.SIGTERM, lambda *_: sys.exit()); {SLEEP}"
    stage.supervisor.start(stage.program(mourner, "below"))
    stage.supervisor.start(stage.program(DEAF, "above"), stage.program(SLEEP, "beside"))
    for name in ("below", "above", "beside"):
        wait_until(lambda name=name: "started" in stage.log(name), f"{name} has started")  # type: ignore[misc]
    pids = [stage.supervisor.pid(name) for name in ("below", "above", "beside")]

    stage.supervisor.stop(grace_seconds=0.3)

    assert all(gone(pid) for pid in pids)


def test_it_waits_for_health_and_names_who_does_not_answer(stage: Stage) -> None:
    program = Program(
        "mute", (sys.executable, "-c", SLEEP), stage.folder / "mute.log", is_healthy=lambda: False
    )
    stage.supervisor.start(program)

    with pytest.raises(NotHealthyError, match=r"mute did not answer within 0\.1 s; its log is .*mute\.log"):
        stage.supervisor.wait_until_healthy(seconds=0.1)


def test_it_ends_a_pause_as_soon_as_somebody_asks_to_stop(stage: Stage) -> None:
    began = time.monotonic()
    threading.Timer(0.1, stage.stop.set).start()

    with pytest.raises(StopRequestedError):
        stage.supervisor.pause(60)

    assert time.monotonic() - began < 10


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ties a child to the life of its parent")
def test_its_programs_end_when_it_is_killed_itself(tmp_path: Path) -> None:
    launcher = (
        "import threading, sys; from pathlib import Path\n"
        "from localservices.supervisor import Supervisor; from localservices.programs import Program\n"
        "s = Supervisor(stop=threading.Event(), report=print)\n"
        f"s.start(Program('sleeper', (sys.executable, '-c', {SLEEP!r}), Path({str(tmp_path / 'log')!r})))\n"
        "s.pause(600)\n"
    )
    root = Path(__file__).resolve().parents[3]
    process = subprocess.Popen([sys.executable, "-c", launcher], cwd=root)
    wait_until(
        lambda: (tmp_path / "log").exists() and (tmp_path / "log").read_text(), "the child has started"
    )
    (child,) = psutil.Process(process.pid).children()

    process.kill()
    process.wait()

    wait_until(lambda: gone(child.pid), "the child is gone")


def test_it_keeps_the_last_of_a_long_log_and_lets_none_grow_for_ever(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child, "LONGEST_LOG", 100_000)
    log = stage.folder / "sleeper.log"
    stage.supervisor.start(stage.program(TALKING))
    second = stage.folder / "sleeper.log.1"
    lengths: list[int] = []

    def moved_twice() -> bool:
        stage.supervisor.look()
        if second.exists() and second.stat().st_size not in lengths:
            lengths.append(second.stat().st_size)
        return len(lengths) >= 2

    wait_until(moved_twice, "the log has been moved twice")

    assert b"\0" not in log.read_bytes(), "it goes on at the beginning"
    assert sorted(file.name for file in stage.folder.iterdir()) == ["sleeper.log", "sleeper.log.1"]
