"""Customer tokens, signed by the server and valid for an hour; identities, signed by the host site's backend.

Both are JSON Web Tokens with HMAC-SHA256. An identity says who a customer is, by the site's own id; it is
exchanged for a token.
"""

import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import jwt
from django.utils.crypto import salted_hmac

from api.access.program_tokens import TokenError

LIFETIME = timedelta(hours=1)
# An anonymous customer who returns within this time of a token's expiry stays the same contact.
RENEWABLE = timedelta(days=30)
CLOCKS_DIFFER = timedelta(minutes=1)
ALGORITHM = "HS256"
AUDIENCE = "callcenter:customer"
LONGEST_SUBJECT = 200
# 16 characters: short, since each message names its sender, and without a chance of two alike.
CONTACT_BYTES = 12
MOST_SECONDS = 253_402_300_800  # the year 10000, which no datetime holds


@dataclass(frozen=True)
class Customer:
    """The customer of a token: a contact, in one scene."""

    contact: str
    scene: str
    is_named: bool
    expires_at: datetime
    context: str = ""


@dataclass(frozen=True)
class Identity:
    """Who a customer is, as the site's backend signed it: its own id, name and context, not yet checked."""

    subject: str
    name: object = ""
    context: object = field(default_factory=dict)


def customer_signed(
    contact: str, scene: str, *, is_named: bool, at: datetime, context: str = ""
) -> tuple[str, datetime]:
    """A token, and when it expires; `context` is the digest of that of its page."""
    ends = (at + LIFETIME).replace(microsecond=0)
    claims = {
        "aud": AUDIENCE,
        "sub": contact,
        "scene": scene,
        "named": is_named,
        "iat": int(at.timestamp()),
        "exp": int(ends.timestamp()),
        **({"context": context} if context else {}),
    }
    return jwt.encode(claims, _own_key(), algorithm=ALGORITHM), ends


def customer_of(token: str, *, at: datetime, is_renewal: bool = False) -> Customer:
    """The customer of a token. Raises TokenError.

    For a renewal, an anonymous customer's token may have expired within the last 30 days.
    """
    claims = _claims(token, _own_key(), "token")
    if claims["aud"] != AUDIENCE:
        raise TokenError("token: not issued by this server", "token_forged")
    ends = datetime.fromtimestamp(claims["exp"], UTC)
    grace = RENEWABLE if is_renewal and not claims["named"] else timedelta()
    if at >= ends + grace:
        raise TokenError("token: expired; renew it with POST /api/v1/customers", "token_expired")
    context = str(claims.get("context", ""))
    return Customer(str(claims["sub"]), str(claims["scene"]), bool(claims["named"]), ends, context)


def identity_of(identity: str, *, scene: str, secret: str, at: datetime) -> Identity:
    """The customer in an identity that the site's backend signed. Raises TokenError."""
    claims = _claims(identity, secret.encode(), "identity")
    if claims["aud"] != scene:
        raise TokenError(f"identity: issued for another scene; aud must be {scene!r}", "identity_wrong_scene")
    begins, ends = (datetime.fromtimestamp(claims[name], UTC) for name in ("iat", "exp"))
    if not timedelta() < ends - begins <= LIFETIME:
        raise TokenError("identity: exp must be at most an hour after iat", "identity_too_long")
    if at >= ends or begins > at + CLOCKS_DIFFER:
        raise TokenError("identity: expired or not valid yet; sign a new one", "identity_expired")
    subject = claims["sub"]
    if not 0 < len(subject) <= LONGEST_SUBJECT:
        raise TokenError(f"identity: sub must have 1 to {LONGEST_SUBJECT} characters", "identity_forged")
    return Identity(str(subject), claims.get("name") or "", claims.get("context") or {})


def contact_named(site: str, subject: str) -> str:
    """The contact of a site's customer: the same in every scene of the site."""
    digest = sha256(f"{site}\0{subject}".encode()).digest()[:CONTACT_BYTES]
    return urlsafe_b64encode(digest).decode()


def contact_new() -> str:
    """A contact that nobody has."""
    return secrets.token_urlsafe(CONTACT_BYTES)


def _own_key() -> bytes:
    return bytes(salted_hmac("api.customer_tokens", "1", algorithm="sha256").digest())


def _claims(token: str, key: bytes, what: str) -> dict[str, Any]:
    """The claims, with signature and types checked. Raises TokenError."""
    unchecked = dict.fromkeys(("verify_exp", "verify_iat", "verify_nbf", "verify_aud"), False)
    try:
        found: dict[str, Any] = jwt.decode(token, key, algorithms=[ALGORITHM], options=unchecked)  # type: ignore[arg-type]  # names of options, all of them known
    except jwt.InvalidTokenError:
        raise TokenError(f"{what}: invalid signature", f"{what}_forged") from None
    types = {"aud": str, "sub": str, "iat": int, "exp": int}
    if any(not isinstance(found.get(name), kind) for name, kind in types.items()):
        raise TokenError(f"{what}: aud, sub, iat and exp are required", f"{what}_forged")
    if not all(0 <= found[name] < MOST_SECONDS for name in ("iat", "exp")):
        raise TokenError(f"{what}: iat and exp must be Unix times in seconds", f"{what}_forged")
    return found
