"""Connections to external systems, made to the checked addresses so that no name leads elsewhere later."""

import http.client
import socket
import ssl
from contextlib import suppress

from outbound.addresses import why_refused
from outbound.names import names


class PlainConnection(http.client.HTTPConnection):
    """HTTP; refuses to connect to a forbidden address. `private`: private networks are allowed.

    Its socket is remembered also while an answer is read after which the connection is closed.
    """

    def __init__(self, host: str, port: int | None, *, timeout: float, private: bool) -> None:
        super().__init__(host, port, timeout=timeout)
        self.private = private
        self.is_cut = False
        self._connected: socket.socket | None = None

    def connect(self) -> None:
        """Raises OSError."""
        self._keep(checked_socket(self.host, self.port, self.timeout, private=self.private))

    def cut(self) -> None:
        """Ends what another thread does with it, at once or as soon as it is connected."""
        self.is_cut = True
        if self._connected is not None:
            with suppress(OSError):
                self._connected.shutdown(socket.SHUT_RDWR)

    def _keep(self, made: socket.socket) -> None:
        self.sock = self._connected = made
        if self.is_cut:
            raise TimeoutError("connected too late")


class TlsConnection(PlainConnection):
    """HTTPS, with the certificate checked against the name; refuses as `PlainConnection`."""

    default_port = http.client.HTTPS_PORT

    def connect(self) -> None:
        """Raises OSError."""
        super().connect()
        self._keep(ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host))


def checked_socket(host: str, port: int, timeout: float | None, *, private: bool) -> socket.socket:
    """Connects to an address of the host; `timeout` is for each, and for its name. Raises OSError: none, no
    answer, or a forbidden one.
    """
    addresses = names.addresses_of(host, port, timeout=timeout)
    for _, (number, _) in addresses:
        if why := why_refused(number, private=private):
            raise ConnectionRefusedError(f"{number}: {why}")
    failed: OSError | None = None
    for family, address in addresses:
        found = socket.socket(family, socket.SOCK_STREAM)
        try:
            found.settimeout(timeout)
            found.connect(address)
        except OSError as error:
            found.close()
            failed = error
        else:
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return found
    raise failed or OSError("the name has no address")
