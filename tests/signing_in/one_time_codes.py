"""Codes of an authenticator app, as RFC 6238 defines them."""

import hmac
import struct
from base64 import b32decode
from hashlib import sha1


def code_of(secret: str, at: float) -> str:
    """Six digits for a moment in seconds: the HOTP of the half minutes since 1970."""
    padded = secret + "=" * (-len(secret) % 8)
    digest = hmac.digest(b32decode(padded), struct.pack(">Q", int(at) // 30), sha1)
    place = digest[-1] & 0x0F
    return f"{(struct.unpack('>I', digest[place : place + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"
