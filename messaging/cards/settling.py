"""Results of cards: reported by the service, or in its response to a request."""

from collections.abc import Mapping
from typing import Any

from messaging.cards.catalogue import all_kinds
from messaging.cards.checking import check_values
from messaging.cards.steps import card_step
from messaging.exceptions import InvalidFieldError
from messaging.messenger import Messenger
from messaging.model.card import REPORTED, Card, CardState
from messaging.model.messages import Head
from messaging.model.outcomes import Conflict
from messaging.storage.reads import Participation


def card_settle(
    messenger: Messenger,
    *,
    card: Card,
    state: CardState,
    values: Mapping[str, Any],
    asked_at: int | None = None,
) -> Card | Conflict:
    """Done or failed, as its service says; a repeat changes nothing, a contradiction is a Conflict.

    After a failure for lack of a response, a report of the service still counts. A failure in response to the
    request of an earlier step (`asked_at`) does not. Raises MessagingError.
    """
    kind = all_kinds().get((card.kind, card.version))
    if state not in REPORTED or kind is None:
        raise InvalidFieldError("state", str(state), f"choose one of {', '.join(sorted(REPORTED))}")
    result = check_values(values, kind.result)

    def decide(now: Card, _part: Participation, _head: Head) -> Card | Conflict:
        if asked_at not in (None, now.step) and state is CardState.FAILED:
            return now
        after = now.settled(state, result, at=messenger.clock())
        return after or Conflict(f"the card is {now.state} at step {now.step}")

    return card_step(messenger, card.card_id, decide)
