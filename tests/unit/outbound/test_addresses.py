"""Addresses that get no requests, however written; names are checked when used."""

import socket
from typing import Any

import pytest

from outbound.addresses import why_refused
from reporting.exceptions import DeliveryError
from reporting.sinks.specs import WebhookSpec
from reporting.sinks.webhook import WebhookSink
from tests.unit.reporting.batches import a_batch

REFUSED = (
    "169.254.0.1",
    "169.254.169.254",
    "fe80::1",
    "fe80::1%eth0",
    "febf::1",
    "::ffff:169.254.169.254",
    "::ffff:a9fe:a9fe",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::a9fe:a9fe",
    "::169.254.169.254",
    "2002:a9fe:a9fe::1",
    "fd00:ec2::254",
    "fd20:ce::254",
    "fd00:c1::a9fe:a9fe",
    "100.100.100.200",
    "168.63.129.16",
)


@pytest.mark.parametrize("address", REFUSED)
def test_link_local_addresses_and_metadata_services_are_refused(address: str) -> None:
    assert why_refused(address)


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "10.0.0.5", "192.168.1.1", "fd00::1", "::1", "8.8.8.8", "wfm"]
)
def test_other_addresses_and_names_are_not(address: str) -> None:
    assert not why_refused(address)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.0.0.5", "100.64.0.1", "192.168.1.1", "224.0.0.1"),
        *("fd00::1", "::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::1"),
        *("::10.0.0.1", "fec0::1", "64:ff9b:1:a00:1::"),
    ],
)
def test_without_private_networks_only_public_addresses_are_left(address: str) -> None:
    assert why_refused(address, private=False)
    assert not why_refused("8.8.8.8", private=False)
    assert not why_refused("2606:4700::1111", private=False)


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("answers", [["169.254.169.254"], ["127.0.0.1", "fe80::1"]])
def test_a_name_that_leads_there_by_now_is_refused_before_anything_is_sent(
    monkeypatch: pytest.MonkeyPatch, scheme: str, answers: list[str]
) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (answer, 80)) for answer in answers]
    # Threads that earlier tests left find no address of theirs, and so do not connect.
    monkeypatch.setattr(socket, "getaddrinfo", lambda host, *_, **__: found if host == "wfm.example" else [])
    monkeypatch.setattr(socket.socket, "connect", _unwanted)

    with pytest.raises(DeliveryError, match=r"wfm\.example: .*link-local"):
        WebhookSink(WebhookSpec(f"{scheme}://wfm.example/", "s" * 32)).deliver(a_batch())


def _unwanted(*_: Any) -> None:
    pytest.fail("it connects")
