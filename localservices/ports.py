"""Asks which TCP ports of this machine are free; opens none for longer than the question."""

import socket

from localservices.exceptions import PortTakenError

LOOPBACK = "127.0.0.1"


def port_is_free(port: int) -> bool:
    """Whether a server could listen on this loopback port now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
        return True


def port_check(*, name: str, port: int, variable: str) -> None:
    """Raises PortTakenError, which names the setting `variable`, when something listens on the port."""
    if not port_is_free(port):
        raise PortTakenError(name, port, variable)


def free_port() -> int:
    """A loopback port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port
