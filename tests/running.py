"""Real engine and real Redis for tests: a free port, files for the length of the run."""

import os
import resource
import secrets
import signal
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from django.conf import settings

from bench.ports import free_port
from localservices.child import Child
from localservices.engine import engine_binary, engine_program, platform_name
from localservices.ports import LOOPBACK
from localservices.programs import Program
from localservices.redis_server import redis_binary, redis_program, redis_url
from tests.waiting import wait_until


class RunningService:
    """One started program that tests may kill and start again; its data stays."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._child = Child(program)
        self.wait_until_ready()

    @property
    def pid(self) -> int:
        """The process id of the present life."""
        return self._child.pid

    @property
    def is_running(self) -> bool:
        """Whether the program runs."""
        return self._child.is_running

    def kill(self) -> None:
        """As `kill -9`."""
        self._child.kill()

    def restart(self) -> None:
        """Starts it again on the same port with the same files and waits until it answers."""
        self._child.kill()
        self._child = Child(self._program)
        self.wait_until_ready()

    def stop(self) -> None:
        """Ends it in an orderly way."""
        self._child.stop()

    def wait_until_ready(self) -> None:
        """Returns once it answers."""
        wait_until(self._program.is_healthy, f"{self._program.name} answers")


class RunningEngine(RunningService):
    """The embedded engine, or another one in its place."""

    keeps_data: ClassVar = True

    def __init__(self, program: Program, *, address: str) -> None:
        self.address = address
        super().__init__(program)

    @classmethod
    def in_folder(cls, folder: Path, *, address: str = "") -> "RunningEngine":
        """Starts one whose files are in the folder; unless told otherwise at a free port of 127.0.0.1."""
        address = address or f"{LOOPBACK}:{free_port()}"
        binary = engine_binary(settings.BASE_DIR / "node_modules", platform=platform_name())
        program = engine_program(binary=binary, address=address, data=folder, log=folder / "engine.log")
        return cls(program, address=address)

    @property
    def endpoint_url(self) -> str:
        """Its address for clients."""
        return f"http://{self.address}"


class RunningRedis(RunningService):
    """A Redis server with a password of its own."""

    def __init__(self, program: Program, *, port: int, password: str) -> None:
        self.port, self.password = port, password
        super().__init__(program)

    @classmethod
    def in_folder(cls, folder: Path) -> "RunningRedis":
        """Starts one whose files are in the folder."""
        port, password, log = free_port(), secrets.token_hex(), folder / "redis.log"
        program = redis_program(binary=redis_binary(), port=port, password=password, data=folder, log=log)
        # Else the signal of a file that may not grow would end it, as a full disk does not.
        ignoring = ("/bin/sh", "-c", 'trap "" XFSZ; exec "$@"', "sh", *program.command)
        return cls(replace(program, command=ignoring), port=port, password=password)

    @property
    def url(self) -> str:
        """Its address for clients."""
        return redis_url(self.port, self.password)

    def fill_disk(self) -> None:
        """Lets no file of the server grow, so that its log cannot be written and it refuses to write."""
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))

    def free_disk(self) -> None:
        """Ends that."""
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    def fall_silent(self) -> None:
        """Stops the server: connections stay, without answers."""
        os.kill(self.pid, signal.SIGSTOP)

    def answer_again(self) -> None:
        """Lets the server go on."""
        os.kill(self.pid, signal.SIGCONT)
