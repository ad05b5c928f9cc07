"""Ports: an address that no web page can reach."""

from ipaddress import ip_address
from random import SystemRandom

import pytest

from localservices import ports
from localservices.ports import BARRED_TO_PAGES, secluded_address

RANDOM = SystemRandom()


def parted(address: str) -> tuple[str, int]:
    host, _, port = address.partition(":")
    return host, int(port)


def test_it_is_on_loopback_and_a_port_that_is_barred_to_pages() -> None:
    for _ in range(50):
        host, port = parted(secluded_address(RANDOM))
        assert ip_address(host).is_loopback
        assert port in BARRED_TO_PAGES


def test_its_host_is_another_each_time_where_there_is_a_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "port_is_free", lambda _port, *, host: host != "127.0.0.1")

    assert len({parted(secluded_address(RANDOM))[0] for _ in range(20)}) == 20


def test_elsewhere_it_is_a_port_that_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        ports, "port_is_free", lambda port, *, host: (host, port) == ("127.0.0.1", BARRED_TO_PAGES[3])
    )

    assert secluded_address(RANDOM) == f"127.0.0.1:{BARRED_TO_PAGES[3]}"


def test_where_all_are_taken_it_is_one_of_them_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "port_is_free", lambda *_, **__: False)

    assert parted(secluded_address(RANDOM))[1] in BARRED_TO_PAGES
