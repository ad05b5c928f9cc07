"""Addresses of external systems: which URLs are accepted, which hosts get no requests. Pure."""

import re
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

Address = IPv4Address | IPv6Address

# Those of AWS, Google and Oracle by IPv6, of Alibaba Cloud and Azure; the others are link-local.
METADATA = frozenset(
    map(
        ip_address,
        ("fd00:ec2::254", "fd20:ce::254", "fd00:c1::a9fe:a9fe", "100.100.100.200", "168.63.129.16"),
    )
)
# IPv4 in the last bits: behind a gateway from IPv6, that of the world or of the own network, or tunnelled.
TRANSLATED = tuple(map(IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48", "::/96")))
# Site-local, and two of the former: Python takes them for public.
NOT_PUBLIC_EITHER = tuple(map(IPv6Network, ("fec0::/10", "64:ff9b:1::/48", "::/96")))
REFUSED = "a link-local address, or the metadata service of a cloud, gets no requests"
NOT_PUBLIC = "an address of a private network gets no requests"
URL = re.compile(r"https?://[!-~]+")
WRONG_URL = "it must start with http:// or https:// and a host, without blanks, in ASCII only"


def why_refused(host: str, *, private: bool = True) -> str:
    """Why this address, in any notation, gets no requests, or empty; a name is not resolved yet.

    Not `private`: only public addresses are allowed.
    """
    try:
        found = _meant(ip_address(host))
    except ValueError:
        return ""
    if any(one.is_link_local or one in METADATA for one in found):
        return REFUSED
    return "" if private or all(map(_is_public, found)) else NOT_PUBLIC


def _is_public(address: Address) -> bool:
    return address.is_global and not address.is_multicast and not _is_in(address, NOT_PUBLIC_EITHER)


def _is_in(address: Address, networks: tuple[IPv6Network, ...]) -> bool:
    return any(address in network for network in networks)


def is_url(text: str) -> bool:
    """Whether this is an HTTP address with a host."""
    try:
        parts = urlsplit(text)
        return bool(URL.fullmatch(text) and parts.hostname and parts.port != 0)
    except ValueError:  # of a port, or of brackets
        return False


def _meant(found: Address) -> list[Address]:
    if isinstance(found, IPv4Address):
        return [found]
    whole = IPv6Address(int(found))  # without its zone
    translated = IPv4Address(int(whole) & 0xFFFFFFFF) if _is_in(whole, TRANSLATED) else None
    inside = (whole.ipv4_mapped, whole.sixtofour, translated)
    return [whole, *(one for one in inside if one is not None)]
