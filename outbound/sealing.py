"""Secrets at rest: encrypted with keys made from a site's own keys, for one purpose each. Pure."""

import base64
import hashlib
import hmac
from collections.abc import Sequence
from functools import cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet


class UnreadableSecretError(Exception):
    """A secret that none of the keys opens."""


def sealed(text: str, purpose: str, keys: Sequence[str]) -> str:
    """The text, encrypted with the first key: AES-128-CBC with HMAC-SHA256."""
    return _cipher(purpose, *keys).encrypt(text.encode()).decode()


def opened(text: str, purpose: str, keys: Sequence[str]) -> str:
    """The text that was sealed with one of the keys. Raises UnreadableSecretError."""
    try:
        return _cipher(purpose, *keys).decrypt(text.encode()).decode()
    except InvalidToken:
        raise UnreadableSecretError from None


@cache
def _cipher(purpose: str, *keys: str) -> MultiFernet:
    return MultiFernet([Fernet(base64.urlsafe_b64encode(_digest(purpose, key))) for key in keys])


def _digest(purpose: str, key: str) -> bytes:
    """As Django's `salted_hmac` of nothing, with SHA-256."""
    salted = hashlib.sha256(f"{purpose}{key}".encode()).digest()
    return hmac.new(salted, b"", hashlib.sha256).digest()
