"""Reasons that a button offers now."""

from operations.buttons import Reasons
from routing.runtime import router


def offered(reasons: Reasons) -> tuple[str, ...]:
    """The reasons of the declaration; for pauses, those of the settings."""
    return tuple(router().pauses.limits) if reasons.are_of_pauses else reasons.offered
