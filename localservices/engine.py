"""Embedded engine: its binary, its command line, its health check."""

import http.client
import platform
from contextlib import closing
from pathlib import Path

from localservices.exceptions import EngineMissingError
from localservices.programs import Program

_SYSTEMS = {"Linux": "linux", "Darwin": "darwin", "Windows": "win32"}
_MACHINES = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}
_LIST_TABLES = {
    "X-Amz-Target": "DynamoDB_20120810.ListTables",
    "Content-Type": "application/x-amz-json-1.0",
    # The engine checks no signature, only that one is present.
    "Authorization": "AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, "
    "SignedHeaders=host, Signature=0",
    "X-Amz-Date": "20260101T000000Z",
}


def platform_name() -> str:
    """This platform as npm names it, such as `linux-x64`; unknown parts stay as Python names them."""
    system, machine = platform.system(), platform.machine().lower()
    return f"{_SYSTEMS.get(system, system.lower())}-{_MACHINES.get(machine, machine)}"


def engine_binary(node_modules: Path, *, platform: str) -> Path:
    """Path of the binary for this platform. Raises EngineMissingError with the alternatives."""
    folder = node_modules / "@dynoxide" / platform
    for path in (folder / "dynoxide", folder / "dynoxide.exe"):
        if path.is_file():
            return path
    raise EngineMissingError(platform, node_modules / "@dynoxide")


def engine_answers(address: str) -> bool:
    """Whether an engine at this address, `host:port`, answers a request within a second."""
    with closing(http.client.HTTPConnection(address, timeout=1)) as connection:
        try:
            connection.request("POST", "/", body="{}", headers=_LIST_TABLES)
            return connection.getresponse().status == http.client.OK
        except (OSError, http.client.HTTPException):
            return False


def engine_program(
    *, binary: Path, address: str, data: Path, log: Path, keep_open: tuple[int, ...] = ()
) -> Program:
    """The engine as a program, at an address `host:port`, with its database file in the folder `data`."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    host, _, port = address.partition(":")
    command = (
        str(binary),
        "serve",
        "--host",
        host,
        "--port",
        port,
        "--db-path",
        str(data / "engine.db"),
    )
    return Program("engine", command, log, lambda: engine_answers(address), keep_open=keep_open)
