"""Acting on cards: a click counts once on all devices; who may click."""

from collections.abc import Mapping
from typing import Any

from messaging.cards.card_reads import card_now
from messaging.cards.catalogue import Action, all_kinds
from messaging.cards.checking import check_values
from messaging.cards.steps import WriteStep, card_step
from messaging.exceptions import InvalidFieldError, NotAllowedError, NotAMemberError, TransferredError
from messaging.messenger import Messenger
from messaging.model.card import ACTIONABLE, Card
from messaging.model.limits import check_number
from messaging.model.messages import Head
from messaging.model.outcomes import Conflict
from messaging.model.parties import Party, PartyKind
from messaging.storage.reads import Participation

CUSTOMER, STAFF = "customer", "staff"


def card_act(
    messenger: Messenger,
    *,
    card: str,
    by: Party,
    step: int,
    action: str,
    values: Mapping[str, Any],
    write: WriteStep | None = None,
) -> Card | Conflict:
    """Acts on a card at the `step` that `by` has seen; the same click again answers the card as it is now.

    An offered card can be acted on, and a failed one again. `write` as in `card_step`. Raises MessagingError
    and DynamoError; after OutcomeUnknownError it is safe to send the same again.
    """
    check_number(step, field="step", least=1)
    found = card_now(messenger, card=card)
    kind = all_kinds().get((found.kind, found.version))
    if kind is None:
        raise InvalidFieldError(
            "card", found.kind, "this release does not support this version of the card's kind"
        )
    of = kind.action(action)
    given = check_values(values, of.values, offered=found.values)

    def decide(now: Card, part: Participation, head: Head) -> Card | Conflict:
        _check_may(by, of, part, head)
        if now.is_click(step, action, given):
            return now
        if now.step != step or now.state not in ACTIONABLE:
            return Conflict(f"the card is {now.state} at step {now.step}")
        name = part.name_of(by)
        return now.clicked(action, given, name, asks=of.asks_service, at=messenger.clock())

    return card_step(messenger, card, decide, by=by, write=write)


def _check_may(by: Party, action: Action, part: Participation, head: Head) -> None:
    """Raises NotAMemberError, NotAllowedError, TransferredError."""
    if by.is_customer and part.own is None:
        raise NotAMemberError(str(by))
    if (CUSTOMER if by.is_customer else STAFF) not in action.by:
        raise NotAllowedError("action", f"{action.name!r} is for {' and '.join(action.by)} only")
    if by.kind is PartyKind.AGENT and head.state.agent != str(by):
        raise TransferredError(head.state.agent)
