"""Matching strategies by name."""

from collections.abc import Callable

from routing.exceptions import InvalidFieldError
from routing.matching.batched import match_batch
from routing.matching.known import Known
from routing.matching.published import match_one
from routing.model.outcomes import Round
from routing.router import Router

Strategy = Callable[[Router, Known | None], Round]


def _match_one(router: Router, _known: Known | None) -> Round:
    return match_one(router)


STRATEGIES: dict[str, Strategy] = {"batched": match_batch, "published": _match_one}


def strategy_named(name: str) -> Strategy:
    """One round of the strategy with this name; only some use what is known. Raises InvalidFieldError."""
    if name not in STRATEGIES:
        raise InvalidFieldError("MATCHING_STRATEGY", name, f"choose one of {', '.join(STRATEGIES)}")
    return STRATEGIES[name]
