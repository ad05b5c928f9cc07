"""System check of settings that are unsafe together: debugging, the demo, hosts, plain HTTP."""

from collections.abc import Iterable, Iterator
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

TAG = "production"
ONE_MACHINE = ("DEBUG", "DEMO")
PLAIN = (
    "passwords and sessions would cross the network in plain text. Put a proxy with TLS before the web "
    "process and set HTTPS=1, or set PLAIN_HTTP=1 if nobody else can listen on that network"
)
LOOPBACK = "localhost, 127.0.0.1 and [::1]"


@register(TAG)
def production_check(**_: Any) -> list[CheckMessage]:
    """An error for each invalid variable; its text names the limit."""
    return [Error(text, id=f"callcenter.{name}") for name, text in _errors()]


def _errors() -> Iterator[tuple[str, str]]:
    if "*" in settings.ALLOWED_HOSTS:
        yield "ALLOWED_HOSTS", "ALLOWED_HOSTS=* cannot be used: list the host names people use"
    for name in ONE_MACHINE:
        if getattr(settings, name):
            yield from _opened(name)
    if not any(getattr(settings, name) for name in ("HTTPS", "PLAIN_HTTP", *ONE_MACHINE)):
        yield from _in_plain_text()


def _in_plain_text() -> Iterator[tuple[str, str]]:
    named = {"ALLOWED_HOSTS": settings.ALLOWED_HOSTS, "HOST": [settings.HOST]}
    found = [(variable, host) for variable, hosts in named.items() for host in _beyond_loopback(hosts)]
    for variable, host in found[:1]:
        yield variable, f"{variable}={host} cannot be used without HTTPS=1: {PLAIN}"


def _opened(name: str) -> Iterator[tuple[str, str]]:
    if settings.HTTPS:
        yield (
            name,
            f"{name}=1 cannot be used with HTTPS=1: it is for one machine only; set it to 0",
        )
        return
    named = {
        "ALLOWED_HOSTS": settings.ALLOWED_HOSTS,
        "TRUSTED_ORIGINS": settings.CSRF_TRUSTED_ORIGINS,
        "HOST": [settings.HOST],
    }
    for variable, hosts in named.items():
        for host in _beyond_loopback(hosts):
            text = f"{variable}={host} cannot be used with {name}=1: only {LOOPBACK} are allowed"
            yield variable, text


def _beyond_loopback(hosts: Iterable[str]) -> Iterator[str]:
    return (host for host in hosts if host != "*" and not _is_loopback(host))


def _is_loopback(host: str) -> bool:
    name = (urlsplit(host).hostname or "") if "//" in host else host.strip("[]")
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
