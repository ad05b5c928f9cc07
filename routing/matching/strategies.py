"""Matching strategies by name."""

from collections.abc import Callable

from routing.exceptions import InvalidFieldError
from routing.matching.batched import match_batch
from routing.matching.published import match_one
from routing.model.outcomes import Round
from routing.router import Router

STRATEGIES: dict[str, Callable[[Router], Round]] = {"batched": match_batch, "published": match_one}


def strategy_named(name: str) -> Callable[[Router], Round]:
    """One round of the strategy with this name. Raises InvalidFieldError."""
    if name not in STRATEGIES:
        raise InvalidFieldError("MATCHING_STRATEGY", name, f"choose one of {', '.join(STRATEGIES)}")
    return STRATEGIES[name]
