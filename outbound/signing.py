"""Signatures of bodies: HMAC-SHA256 over timestamp and body, made and checked. Pure."""

import base64
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


def standard_signed(secret: str, body: bytes, *, message_id: str, at: float) -> dict[str, str]:
    """The headers of the Standard Webhooks specification; receivers ignore a `message_id` seen before."""
    timestamp = f"{at:.0f}"
    signed_part = f"{message_id}.{timestamp}.".encode() + body
    digest = hmac.new(secret.encode(), signed_part, hashlib.sha256).digest()
    return {
        "webhook-id": message_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }
