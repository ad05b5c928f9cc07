"""Names of users: what a user name takes, and how long names are."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator

from routing.exceptions import InvalidFieldError

LONGEST_NAME = 150
ALLOWED = "letters, digits and @ . + - _ only, and not just dots"
VALIDATORS = (User.username_validator, RegexValidator(r"[^.]"))  # dots alone are a folder in addresses


def user_name(text: str) -> str:
    """A new user's name in the Unicode normal form of Django's user names. Raises InvalidFieldError."""
    name: str = User.normalize_username(text)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise InvalidFieldError("name", name[:80], f"from 1 to {LONGEST_NAME} characters")
    try:
        for check in VALIDATORS:
            check(name)
    except ValidationError:
        raise InvalidFieldError("name", name, ALLOWED) from None
    return name


def full_name(text: str) -> str:
    """A full name without blanks around it. Raises InvalidFieldError."""
    name = text.strip()
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise InvalidFieldError("full_name", name[:80], f"at most {LONGEST_NAME} printable characters")
    return name
