"""Subscribers of this process, told of each commit; packages above register here."""

import logging
from collections.abc import Sequence

from routing.model.events import Emit, Event

log = logging.getLogger(__name__)

_subscribers: dict[str, Emit] = {}


def subscribe(name: str, emit: Emit) -> None:
    """From now on `emit` is called with the events of each commit; one subscriber under each name."""
    _subscribers[name] = emit


def tell(events: Sequence[Event]) -> None:
    """Tells all subscribers; a failure of one is logged and does not affect the others."""
    for name, emit in _subscribers.items():
        try:
            emit(events)
        except Exception:
            log.exception("%s failed to receive events", name)
