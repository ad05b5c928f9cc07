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
USER = re.compile(r"//[^/?#]*@")
WRONG_URL = "it must start with http:// or https:// and a host, without blanks, in ASCII only"
WITH_USER = "leave out the user and password before the host: they are not sent"


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


def why_no_url(text: str) -> str:
    """Why this is no HTTP address with a host, or empty."""
    try:
        parts = urlsplit(text)
        is_url = bool(URL.fullmatch(text) and parts.hostname and parts.port != 0)
    except ValueError:  # of a port, or of brackets
        return WRONG_URL
    return (WITH_USER if "@" in parts.netloc else "") if is_url else WRONG_URL


def without_user(url: str) -> str:
    """The address for an error, which must show no password."""
    return USER.sub("//…@", url)


def _meant(found: Address) -> list[Address]:
    if isinstance(found, IPv4Address):
        return [found]
    whole = IPv6Address(int(found))  # without its zone
    translated = IPv4Address(int(whole) & 0xFFFFFFFF) if _is_in(whole, TRANSLATED) else None
    inside = (whole.ipv4_mapped, whole.sixtofour, translated)
    return [whole, *(one for one in inside if one is not None)]
