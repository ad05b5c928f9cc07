"""`services` as a user runs it: real engine, real Redis, real signals."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from bench.ports import free_port
from localservices.engine import engine_answers
from localservices.redis_server import redis_answers
from tests.waiting import wait_until

ROOT = Path(__file__).resolve().parents[3]


class Launcher:
    """One `manage.py services` in a folder, on ports of its own."""

    def __init__(self, folder: Path, **environ: str) -> None:
        self.folder = folder
        self.redis_port = free_port()
        unset = (
            "DYNAMODB_ENDPOINT_URL",
            "REDIS_URL",
            "AWS_REGION",
            "AWS_DEFAULT_REGION",
            "DJANGO_SETTINGS_MODULE",
            "LOCAL_DYNAMODB_PORT",
        )
        inherited = {name: value for name, value in os.environ.items() if name not in unset}
        self.environ = {
            **inherited,
            "LOCAL_REDIS_PORT": str(self.redis_port),
            "DATA_DIR": str(folder),
            **environ,
        }
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "services"],
            cwd=ROOT,
            env=self.environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    @property
    def engine_address(self) -> str:
        """Address of its engine."""
        return (self.folder / "engine-address").read_text(encoding="ascii")

    @property
    def redis_password(self) -> str:
        """Password of its Redis."""
        return (self.folder / "redis-password").read_text(encoding="ascii")

    def wait_until_ready(self) -> list[str]:
        """Its output until it is ready."""
        lines: list[str] = []
        while not lines or not lines[-1].startswith("Ready"):
            line = self.line()
            assert line, lines
            lines.append(line.rstrip())
        return lines

    def line(self) -> str:
        """The next line it says, "" once it has ended."""
        assert self.process.stdout
        return self.process.stdout.readline()

    def children(self) -> list[psutil.Process]:
        """Its running child processes."""
        return psutil.Process(self.process.pid).children()

    def child(self, name: str) -> psutil.Process:
        """The running child with this in its command."""
        return next(child for child in self.children() if name in " ".join(child.cmdline()))

    def end(self) -> str:
        """Stops it, if it still runs, and answers what it had left to say."""
        self.process.terminate()
        return self.process.communicate(timeout=60)[0]


@pytest.fixture
def launcher(tmp_path: Path) -> Iterator[Launcher]:
    made = Launcher(tmp_path)
    yield made
    made.end()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_runs_both_says_where_and_leaves_nothing(launcher: Launcher, number: signal.Signals) -> None:
    lines = launcher.wait_until_ready()
    children = launcher.children()

    assert lines[0] == f"DynamoDB  http://{launcher.engine_address}  (embedded engine)"
    assert lines[1] == f"Redis     redis://127.0.0.1:{launcher.redis_port}/0  (started here)"
    assert engine_answers(launcher.engine_address)
    assert redis_answers(launcher.redis_port, launcher.redis_password)

    launcher.process.send_signal(number)
    said, _ = launcher.process.communicate(timeout=60)

    assert said == "Stopped.\n"
    assert launcher.process.returncode == 0
    assert not any(child.is_running() for child in children)


@pytest.mark.parametrize("name", ["dynoxide", "valkey-server"])
def test_it_starts_again_what_was_killed(launcher: Launcher, name: str) -> None:
    launcher.wait_until_ready()

    launcher.child(name).kill()

    assert "ended (SIGKILL), started again" in launcher.line()
    wait_until(lambda: engine_answers(launcher.engine_address), "the engine answers")
    wait_until(lambda: redis_answers(launcher.redis_port, launcher.redis_password), "Redis answers")


def test_it_refuses_a_second_launcher_on_the_same_folder(launcher: Launcher, tmp_path: Path) -> None:
    launcher.wait_until_ready()

    said, _ = Launcher(tmp_path).process.communicate(timeout=60)

    assert said == (
        f"CommandError: another launcher (process {launcher.process.pid}) uses this data folder: "
        "stop it first, or choose another folder with DATA_DIR=. "
        f"The lock file is {tmp_path / 'services.lock'}\n"
    )


def test_a_new_launcher_takes_over_after_the_old_one_was_killed(launcher: Launcher, tmp_path: Path) -> None:
    launcher.wait_until_ready()
    launcher.process.kill()
    launcher.end()

    successor = Launcher(tmp_path)
    successor.wait_until_ready()
    successor.end()

    assert successor.process.returncode == 0


def test_it_says_which_port_is_taken_and_which_variable_chooses_another(tmp_path: Path) -> None:
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        refused = Launcher(tmp_path, LOCAL_DYNAMODB_PORT=str(port)).process
        said, _ = refused.communicate(timeout=60)

    assert refused.returncode == 1
    assert said == (
        f"CommandError: port {port} is taken, and the embedded engine needs it: stop what listens there, "
        "or choose another with LOCAL_DYNAMODB_PORT=\n"
    )


def test_other_processes_find_the_engine_and_know_the_password_from_the_folder(launcher: Launcher) -> None:
    launcher.wait_until_ready()

    for command in ("create_table", "audit", "reporting_status"):
        done = subprocess.run(
            [sys.executable, "manage.py", command],
            cwd=ROOT,
            env=launcher.environ,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr


def test_the_engine_stays_where_it_was_and_is_not_where_others_would_look(
    launcher: Launcher, tmp_path: Path
) -> None:
    launcher.wait_until_ready()
    address, file = launcher.engine_address, tmp_path / "engine-address"
    launcher.end()

    successor = Launcher(tmp_path)
    successor.wait_until_ready()
    engine = successor.child("dynoxide")
    listening = {":".join(map(str, one.laddr)) for one in engine.net_connections() if one.status == "LISTEN"}
    successor.end()

    assert listening == {address}
    assert file.stat().st_mode & 0o777 == 0o600
    if sys.platform == "linux":
        assert not address.startswith("127.0.0.1:")


def test_a_port_that_is_named_is_taken_on_127_0_0_1(tmp_path: Path) -> None:
    port = free_port()
    named = Launcher(tmp_path, LOCAL_DYNAMODB_PORT=str(port))

    lines = named.wait_until_ready()
    named.end()

    assert lines[0] == f"DynamoDB  http://127.0.0.1:{port}  (embedded engine)"
    assert not (tmp_path / "engine-address").exists()


def test_it_starts_only_what_is_not_set_to_be_elsewhere(tmp_path: Path) -> None:
    partial = Launcher(tmp_path, REDIS_URL="redis://cache:6379/0")

    lines = partial.wait_until_ready()
    children = [child.name() for child in partial.children()]
    partial.end()

    assert children == ["dynoxide"]
    assert lines[1] == "Redis     redis://cache:6379/0  (as set, not started here)"
