"""Free TCP port of this machine, for a server of a benchmark or a test."""

import socket

from localservices.ports import LOOPBACK


def free_port() -> int:
    """A loopback port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port
