"""TCP ports of this machine: free ones, and one that no web page can reach.

No port stays open after a check.
"""

import socket
from random import Random

from localservices.exceptions import PortTakenError

LOOPBACK = "127.0.0.1"
# No browser opens these, for any page: they are on the list of bad ports of the Fetch standard, as IRC's.
BARRED_TO_PAGES = (6665, 6666, 6667, 6668, 6669, 6697)


def port_is_free(port: int, *, host: str = LOOPBACK) -> bool:
    """Whether a server could listen on this port of a loopback address now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
        return True


def port_check(*, name: str, port: int, variable: str, host: str = LOOPBACK) -> None:
    """Raises PortTakenError, which names the setting `variable`, when something listens on the port."""
    if not port_is_free(port, host=host):
        raise PortTakenError(name, port, variable)


def secluded_address(luck: Random) -> str:
    """An address, `host:port`, that no page in a browser reaches, and that was free a moment ago if any was.

    The port is barred to pages. If all of 127.0.0.0/8 is loopback, as on Linux, the host cannot be guessed
    either; elsewhere only 127.0.0.1 is available.
    """
    hidden = ".".join(["127", *(str(luck.randint(1, 254)) for _ in range(3))])
    for host in (hidden, LOOPBACK):
        if free := [port for port in BARRED_TO_PAGES if port_is_free(port, host=host)]:
            return f"{host}:{luck.choice(free)}"
    return f"{LOOPBACK}:{luck.choice(BARRED_TO_PAGES)}"  # a server started there reports that it is taken
