"""Worker and beat by the Procfile's commands, through every failure of the real Redis."""

import os
import signal
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import psutil
import pytest
from django.conf import settings

from bench.ports import free_port
from dynamo.aws_table import DynamoTable
from localservices.child import Child
from localservices.demo.processes import product_programs, web_answers
from localservices.programs import Program
from routing import runtime, selectors
from routing.services import table_create
from tests.integration.routing.commands import environ_of, manage
from tests.running import RunningRedis
from tests.waiting import wait_until

# More than any outage here should write, far less than one line a try.
FEW_LINES = 25
PROCESSES = 4  # as the Procfile says


@dataclass
class Background:
    """A worker and a beat with their own Redis and a load."""

    redis: RunningRedis
    processes: dict[str, Child]

    def calls(self) -> int:
        """The number of the load's calls in the table."""
        return sum(1 for _ in selectors.all_calls(runtime.router()))

    def wait_for_calls(self, what: str) -> None:
        """Returns once ten more have come."""
        before = self.calls()
        wait_until(lambda: self.calls() >= before + 10, f"calls arrived {what}")

    def all_say(self, text: str) -> bool:
        """Whether each has written so."""
        return all(text in one.program.log.read_text() for one in self.processes.values())

    def lines(self) -> list[str]:
        """What all have written to their logs."""
        return [line for one in self.processes.values() for line in one.program.log.read_text().splitlines()]


def started(folder: Path, redis: RunningRedis, *names: str, port: int = 8000) -> dict[str, Child]:
    """Processes of the Procfile, started with the table of the test, that Redis and this folder."""

    def of_test(program: Program) -> dict[str, str]:
        kept = {name: (program.environ or {})[name] for name in ("PATH", "HOST", "PORT")}
        return environ_of(DATA_DIR=str(folder), REDIS_URL=redis.url, **kept)

    all_of_them = product_programs(folder=settings.BASE_DIR, log_folder=folder / "log", port=port)
    return {one.name: Child(replace(one, environ=of_test(one))) for one in all_of_them if one.name in names}


def connected(process: Child, redis: RunningRedis) -> bool:
    """Whether the process still holds a connection to Redis, living or dead."""
    return any(
        one.raddr and one.raddr.port == redis.port and one.status != psutil.CONN_SYN_SENT
        for one in psutil.Process(process.pid).net_connections("tcp")
    )


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningRedis]:
    """A Redis of these tests alone, since what they do to it would hurt others."""
    running = RunningRedis.in_folder(tmp_path_factory.mktemp("redis"))
    yield running
    running.stop()


@pytest.fixture
def background(table: DynamoTable, redis: RunningRedis, tmp_path: Path) -> Iterator[Background]:
    environ = {"DATA_DIR": str(tmp_path), "REDIS_URL": redis.url}
    table_create(runtime.router())
    for command in (["migrate", "--verbosity", "0"], ["load", "start", "--rate", "10", "--agents", "5"]):
        assert manage(*command, **environ).code == 0
    assert table.name == runtime.router().table.name
    running = Background(redis, started(tmp_path, redis, "worker", "beat"))
    try:
        running.wait_for_calls("at first")
        yield running
    finally:
        for process in running.processes.values():
            process.kill()


def test_they_outlive_every_failure_of_redis_and_a_killed_worker_and_without_redis_end_when_asked(
    background: Background, tmp_path: Path
) -> None:
    _outlive_the_death_the_full_disk_and_the_silence_of_redis_in_few_lines(background)
    _the_load_counts_what_it_created_though_its_worker_is_killed_again_and_again(background, tmp_path)
    _without_redis_end_when_asked_and_a_killed_worker_leaves_no_process_behind(background)


def _outlive_the_death_the_full_disk_and_the_silence_of_redis_in_few_lines(background: Background) -> None:
    redis, pids = background.redis, {one.pid for one in background.processes.values()}
    outages: list[tuple[str, Callable[[], None], str, Callable[[], None]]] = [
        ("death", redis.kill, "Connection refused", redis.restart),
        ("full disk", redis.fill_disk, "MISCONF", redis.free_disk),
        ("silence", redis.fall_silent, "Timeout", redis.answer_again),
        ("second death", redis.kill, "", redis.restart),
    ]
    for name, begin, told, end in outages:
        begin()
        wait_until(partial(background.all_say, told), f"worker and beat tell of the {name} of Redis")
        end()
        background.wait_for_calls(f"after the {name} of Redis")

    assert {one.pid for one in background.processes.values() if one.is_running} == pids
    assert len(background.lines()) < FEW_LINES, background.lines()
    assert not any("Traceback" in line for line in background.lines())


def _the_load_counts_what_it_created_though_its_worker_is_killed_again_and_again(
    background: Background, tmp_path: Path
) -> None:
    for _ in range(2):
        background.processes["worker"].kill()
        background.processes["worker"] = Child(background.processes["worker"].program)
        background.wait_for_calls("after its worker was killed")
    assert manage("load", "stop", DATA_DIR=str(tmp_path), REDIS_URL=background.redis.url).code == 0

    with closing(sqlite3.connect(tmp_path / "callcenter.sqlite3")) as database:
        ended = (
            "SELECT arrived - json_extract(facts, '$.missed') FROM simulation_simulationrun "
            "WHERE is_endless AND is_cleared"
        )
        wait_until(lambda: database.execute(ended).fetchone(), "the load has ended")
        assert database.execute(ended).fetchone() == (background.calls(),)


def _without_redis_end_when_asked_and_a_killed_worker_leaves_no_process_behind(
    background: Background,
) -> None:
    worker, beat = background.processes["worker"], background.processes["beat"]
    pool = psutil.Process(worker.pid).children(recursive=True)
    background.redis.kill()
    wait_until(lambda: not connected(beat, background.redis), "beat has closed what it had to Redis")
    os.kill(worker.pid, signal.SIGKILL)
    beat.ask_to_stop()

    wait_until(lambda: not worker.is_running, "the worker is dead")
    wait_until(lambda: not any(one.is_running() for one in pool), "the processes of the pool are gone")
    wait_until(lambda: not beat.is_running, "beat has ended")

    background.processes["worker"] = Child(worker.program)
    pid = background.processes["worker"].pid
    wait_until(lambda: len(psutil.Process(pid).children()) >= PROCESSES, "the next worker has its pool")
    background.processes["worker"].ask_to_stop()
    wait_until(lambda: not background.processes["worker"].is_running, "that has ended")
    background.redis.restart()


@pytest.mark.usefixtures("table")
def test_text_on_a_socket_that_is_none_is_one_line_however_often_it_comes(
    redis: RunningRedis, tmp_path: Path
) -> None:
    port = free_port()
    web = started(tmp_path, redis, "web", port=port)["web"]
    try:
        wait_until(lambda: web_answers(port), "the web process answers")
        for _ in range(3):
            send_no_text(port)
        lines = web.program.log.read_text().splitlines()
    finally:
        web.stop()

    assert len([line for line in lines if "Invalid UTF-8" in line]) == 1
    assert not any("Traceback" in line for line in lines)


def send_no_text(port: int) -> None:
    """Opens the board's socket and sends a text frame that is not UTF-8; returns when it is closed."""
    handshake = (
        "GET /ws/board/ HTTP/1.1\r\n"
        f"Host: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    masked = bytes([0x81, 0x82, 0, 0, 0, 0, 0xFF, 0xFF])
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(handshake.encode())
        assert b"101 Switching Protocols" in connection.recv(4096)
        connection.sendall(masked)
        while connection.recv(4096):
            pass
