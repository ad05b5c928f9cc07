"""A demo that runs as a user starts it, in a folder and on ports of its own."""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import psutil

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


def lives(process: psutil.Process) -> bool:
    """Whether it still runs; one that has ended may wait for init to take note of it."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
