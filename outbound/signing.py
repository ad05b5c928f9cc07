"""Signatures of bodies: HMAC-SHA256 over timestamp and body, made and checked. Pure."""

import hashlib
import hmac

TIMESTAMP, SIGNATURE = "X-Callcenter-Timestamp", "X-Callcenter-Signature"
CLOCKS_DIFFER_SECONDS = 300
MOST_DIGITS = 12


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """`v1=` and the HMAC-SHA256, in hexadecimal, of timestamp, a dot and the body as sent."""
    signed = hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256)
    return f"v1={signed.hexdigest()}"


def signed(secret: str, body: bytes, *, at: float) -> dict[str, str]:
    """The headers with timestamp and signature; `at` in seconds since 1970."""
    timestamp = f"{at:.0f}"
    return {TIMESTAMP: timestamp, SIGNATURE: signature(secret, timestamp, body)}


def is_signed(secret: str, body: bytes, *, timestamp: str, given: str) -> bool:
    """Whether a signature is that of the body at this timestamp."""
    return hmac.compare_digest(signature(secret, timestamp, body).encode(), given.encode())


def is_fresh(timestamp: str, *, at: float) -> bool:
    """Whether a timestamp is within five minutes of now."""
    is_number = timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= MOST_DIGITS
    return is_number and abs(int(timestamp) - at) <= CLOCKS_DIFFER_SECONDS
