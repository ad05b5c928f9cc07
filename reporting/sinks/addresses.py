"""Addresses that get no events: link-local networks and metadata services of clouds. Pure."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

Address = IPv4Address | IPv6Address

# Those of AWS, Google and Oracle by IPv6, of Alibaba Cloud and Azure; the others are link-local.
METADATA = frozenset(
    map(
        ip_address,
        ("fd00:ec2::254", "fd20:ce::254", "fd00:c1::a9fe:a9fe", "100.100.100.200", "168.63.129.16"),
    )
)
TRANSLATED = IPv6Network("64:ff9b::/96")  # IPv4 behind a gateway from IPv6
REFUSED = "a link-local address, or the metadata service of a cloud, takes no events"


def is_refused(host: str) -> bool:
    """Whether this is such an address, in any notation; False for names, which are not resolved yet."""
    try:
        found = ip_address(host)
    except ValueError:
        return False
    return any(one.is_link_local or one in METADATA for one in _meant(found))


def _meant(found: Address) -> list[Address]:
    if isinstance(found, IPv4Address):
        return [found]
    whole = IPv6Address(int(found))  # without its zone
    translated = IPv4Address(int(whole) & 0xFFFFFFFF) if whole in TRANSLATED else None
    inside = (whole.ipv4_mapped, whole.sixtofour, translated)
    return [whole, *(one for one in inside if one is not None)]
