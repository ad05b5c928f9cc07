"""Scope: what a program's token is for. Pure."""

from collections.abc import Iterable
from enum import StrEnum


class Scope(StrEnum):
    """Scopes do not include each other: `operate` alone does not allow `read`."""

    READ = "read"
    OPERATE = "operate"
    MESSAGES = "messages"
    ADMIN = "admin"


def read_scopes(texts: Iterable[str]) -> list[Scope]:
    """The scopes with these names, without duplicates, in the order above. Raises ValueError."""
    named = {text.strip() for text in texts}
    if not named or named - set(Scope):
        raise ValueError(f"scopes: one or more of {', '.join(Scope)}, separated by commas")
    return [scope for scope in Scope if scope in named]
