"""Checks of the reason that comes with an operation. Pure."""

from routing.exceptions import InvalidFieldError

MAX_REASON_LENGTH = 60


def check_reason(reason: str, *, required: bool = False) -> None:
    """Raises InvalidFieldError if a reason is too long, or a required one is missing."""
    if required and not reason.strip():
        raise InvalidFieldError("reason", reason, "give a reason of 1 to 60 characters")
    if len(reason) > MAX_REASON_LENGTH:
        raise InvalidFieldError("reason", f"{reason[:20]}…", f"at most {MAX_REASON_LENGTH} characters")
