"""`services` as a user runs it: real engine, real Redis, real signals."""

import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from bench.ports import free_port
from localservices.child import Child
from localservices.engine import engine_answers
from localservices.programs import Program
from localservices.redis_server import redis_answers
from tests.forked import Forked, ran
from tests.waiting import wait_until

ROOT = Path(__file__).resolve().parents[3]
UNSET = (
    "DYNAMODB_ENDPOINT_URL",
    "REDIS_URL",
    "AWS_REGION",
    "AWS_DEFAULT_REGION",
    "DJANGO_SETTINGS_MODULE",
    "LOCAL_DYNAMODB_PORT",
)


class Launcher:
    """One `manage.py services` in a folder, on ports of its own; what it says goes to a file."""

    def __init__(
        self, folder: Path, *, start: Callable[[Program], Child | Forked] = Forked, **environ: str
    ) -> None:
        self.folder = folder
        self.redis_port = free_port()
        inherited = {name: value for name, value in os.environ.items() if name not in UNSET}
        own = {"LOCAL_REDIS_PORT": str(self.redis_port), "DATA_DIR": str(folder)}
        self.environ = {**inherited, **own, **environ}
        command = (sys.executable, "manage.py", "services")
        log = folder / f"said-{self.redis_port}"
        self.process = start(Program("services", command, log, environ=self.environ, folder=ROOT))

    @property
    def engine_address(self) -> str:
        """Address of its engine."""
        return (self.folder / "engine-address").read_text(encoding="ascii")

    @property
    def redis_password(self) -> str:
        """Password of its Redis."""
        return (self.folder / "redis-password").read_text(encoding="ascii")

    @property
    def said(self) -> str:
        """All it has said so far."""
        log = self.process.program.log
        return log.read_text(encoding="utf-8") if log.exists() else ""

    def wait_until_ready(self) -> list[str]:
        """Its output until it is ready."""
        wait_until(lambda: "\nReady" in self.said or not self.process.is_running, "it is ready")
        assert "\nReady" in self.said, self.said
        return self.said.splitlines()

    def children(self) -> list[psutil.Process]:
        """Its running child processes."""
        return psutil.Process(self.process.pid).children()

    def child(self, name: str) -> psutil.Process:
        """The running child with this in its command."""
        return next(child for child in self.children() if name in " ".join(child.cmdline()))

    def wait_until_ended(self) -> str:
        """All it has said, once it has ended."""
        wait_until(lambda: not self.process.is_running, "it has ended")
        return self.said

    def end(self, number: signal.Signals = signal.SIGTERM) -> str:
        """Stops it, if it still runs, and answers what it had left to say."""
        before = self.said
        if self.process.is_running:
            os.kill(self.process.pid, number)
        return self.wait_until_ended().removeprefix(before)


@pytest.fixture
def launcher(tmp_path: Path) -> Iterator[Launcher]:
    made = Launcher(tmp_path)
    yield made
    made.end()


@pytest.mark.parametrize(
    ("start", "number"), [(Child, signal.SIGTERM), (Forked, signal.SIGINT)], ids=["as a user", "Ctrl-C"]
)
def test_it_runs_both_says_where_and_leaves_nothing(
    tmp_path: Path, start: Callable[[Program], Child | Forked], number: signal.Signals
) -> None:
    launcher = Launcher(tmp_path, start=start)
    lines = launcher.wait_until_ready()
    children = launcher.children()

    assert lines[0] == f"DynamoDB  http://{launcher.engine_address}  (embedded engine)"
    assert lines[1] == f"Redis     redis://127.0.0.1:{launcher.redis_port}/0  (started here)"
    assert engine_answers(launcher.engine_address)
    assert redis_answers(launcher.redis_port, launcher.redis_password)

    assert launcher.end(number) == "Stopped.\n"
    assert launcher.process.ending == "exit code 0"
    assert not any(child.is_running() for child in children)


@pytest.mark.parametrize("name", ["dynoxide", "valkey-server"])
def test_it_starts_again_what_was_killed(launcher: Launcher, name: str) -> None:
    launcher.wait_until_ready()

    launcher.child(name).kill()

    wait_until(lambda: "ended (SIGKILL), started again" in launcher.said, "it says so")
    wait_until(lambda: engine_answers(launcher.engine_address), "the engine answers")
    wait_until(lambda: redis_answers(launcher.redis_port, launcher.redis_password), "Redis answers")


def test_it_refuses_a_second_launcher_on_the_same_folder(launcher: Launcher, tmp_path: Path) -> None:
    launcher.wait_until_ready()

    assert Launcher(tmp_path).wait_until_ended() == (
        f"CommandError: another launcher (process {launcher.process.pid}) uses this data folder: "
        "stop it first, or choose another folder with DATA_DIR=. "
        f"The lock file is {tmp_path / 'services.lock'}\n"
    )


def test_a_new_launcher_takes_over_after_the_old_one_was_killed(launcher: Launcher, tmp_path: Path) -> None:
    launcher.wait_until_ready()
    os.kill(launcher.process.pid, signal.SIGKILL)
    launcher.end()

    successor = Launcher(tmp_path)
    successor.wait_until_ready()
    successor.end()

    assert successor.process.ending == "exit code 0"


def test_it_says_which_port_is_taken_and_which_variable_chooses_another(tmp_path: Path) -> None:
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        refused = Launcher(tmp_path, LOCAL_DYNAMODB_PORT=str(port))
        said = refused.wait_until_ended()

    assert refused.process.ending == "exit code 1"
    assert said == (
        f"CommandError: port {port} is taken, and the embedded engine needs it: stop what listens there, "
        "or choose another with LOCAL_DYNAMODB_PORT=\n"
    )


def test_other_processes_find_the_engine_and_know_the_password_from_the_folder(launcher: Launcher) -> None:
    launcher.wait_until_ready()

    for command in ("create_table", "audit", "reporting_status"):
        done = ran("manage.py", command, environ=launcher.environ, folder=ROOT)
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
