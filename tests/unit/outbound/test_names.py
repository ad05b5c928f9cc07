"""Names of hosts: a look-up that gets no answer ends for who waits, and takes one thread for each name."""

import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from outbound.connecting import checked_socket
from outbound.names import MOST, Names

AT_ONCE = 0.01
HERE = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 9))]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A name server that answers nothing but `well` until the event is set."""
    answers = threading.Event()

    def getaddrinfo(host: str, *_: Any, **__: Any) -> list[Any]:
        if host == "none":
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        if host != "well":
            answers.wait()
        return HERE

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    yield answers
    answers.set()


def looking_up() -> int:
    return sum(thread.name.startswith("look up") for thread in threading.enumerate())


def test_a_name_without_an_answer_holds_up_nobody(server: threading.Event) -> None:
    names, before = Names(), looking_up()
    with pytest.raises(TimeoutError, match="no address of slow in time"):
        names.addresses_of("slow", 80, timeout=AT_ONCE)
    assert names.addresses_of("well", 80, timeout=None) == [(socket.AF_INET, ("127.0.0.1", 9))]
    with pytest.raises(socket.gaierror, match="no such name"):
        names.addresses_of("none", 80, timeout=None)
    for _ in range(3 * MOST):
        with pytest.raises(TimeoutError):
            names.addresses_of("slow", 80, timeout=0)
    assert looking_up() - before <= 1

    with ThreadPoolExecutor() as pool:
        late = pool.submit(names.addresses_of, "slow", 80, timeout=None)
        server.set()
        assert late.result() == [(socket.AF_INET, ("127.0.0.1", 9))]


def test_there_are_so_many_threads_and_no_more(server: threading.Event) -> None:
    names, before = Names(), looking_up()
    for number in range(MOST):
        with pytest.raises(TimeoutError, match="in time"):
            names.addresses_of(f"slow{number}", 80, timeout=0)
    with pytest.raises(TimeoutError, match=f"{MOST} other names have no answer"):
        names.addresses_of("well", 80, timeout=None)
    assert looking_up() - before <= MOST
    names.forget()
    assert names.addresses_of("well", 80, timeout=None), "in a forked process, which has none of the threads"

    server.set()


@pytest.mark.usefixtures("server")
def test_a_connection_waits_no_longer_for_the_name() -> None:
    with pytest.raises(TimeoutError, match=r"no address of slow\.example"):
        checked_socket("slow.example", 80, AT_ONCE, private=True)
