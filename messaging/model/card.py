"""Card: fields, states, steps, and the message of each step. Pure."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from messaging.model.parties import PartyKind

UNANSWERED, REFUSED = "unanswered", "refused"
"""Reasons of a failure that its service did not report: no response; the request was refused."""
LEAST_TIME = timedelta(days=1)
"""How long a card waits at least for a report, and a failed one for a person who tries again."""


class CardState(StrEnum):
    """States: offered → pending → done, failed or expired. A person can try again after a failure."""

    OFFERED = "offered"
    PENDING = "pending"
    DONE = "done"
    FAILED = "failed"
    EXPIRED = "expired"


ACTIONABLE = frozenset({CardState.OFFERED, CardState.FAILED})
REPORTED = frozenset({CardState.DONE, CardState.FAILED})


@dataclass(frozen=True)
class Card:
    """A card in a conversation.

    `version` is that of its kind. Each step has a message, whose number is `number`. `values` were offered,
    `given` came with the `action` of the click, `result` is from the service; `about` is the routed
    chat that it belongs to. `due_at` is when it next changes without a click.
    """

    card_id: str
    chat: str
    kind: str
    version: int
    offered_by: str
    valid_until: datetime
    state: CardState = CardState.OFFERED
    step: int = 1
    number: int = 0
    values: Mapping[str, Any] = field(default_factory=dict)
    about: str = ""
    action: str = ""
    given: Mapping[str, Any] = field(default_factory=dict)
    clicked_by: str = ""
    clicked_step: int = 0
    result: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""
    attempts: int = 0
    due_at: datetime | None = None
    expires_at: int = 0

    @property
    def client_id(self) -> str:
        """The client id of its step's message; no sender's own begins with '~'."""
        return f"~card-{self.card_id}-{self.step}"

    def is_click(self, seen: int, action: str, given: Mapping[str, Any]) -> bool:
        """Whether this click was made already by somebody who saw the same step."""
        return (self.clicked_step, self.action, self.given) == (seen + 1, action, given)

    def clicked(self, action: str, given: Mapping[str, Any], by: str, *, asks: bool, at: datetime) -> "Card":
        """After a click: pending if it asks a service, else done."""
        return replace(
            self,
            state=CardState.PENDING if asks else CardState.DONE,
            step=self.step + 1,
            action=action,
            given=given,
            clicked_by=by,
            clicked_step=self.step + 1,
            result={},
            reason="",
            attempts=0,
            due_at=at if asks else None,
        )

    def settled(self, state: CardState, result: Mapping[str, Any], *, at: datetime) -> "Card | None":
        """After a report of its service; unchanged if it was known, None if it contradicts an earlier one."""
        if (self.state, self.result, self.reason) == (state, result, ""):
            return self
        if self.state not in (CardState.OFFERED, CardState.PENDING) and not self.reason:
            return None
        return self._ended(state, at, result=result)

    def given_up(self, reason: str, *, at: datetime) -> "Card":
        """Failed without a report of its service, which may still come later and counts then."""
        return self._ended(CardState.FAILED, at, reason=reason)

    def expired(self) -> "Card":
        return replace(self, state=CardState.EXPIRED, step=self.step + 1, reason="", due_at=None)

    def waiting(self, at: datetime) -> "Card":
        """Pending until its service reports by itself."""
        return replace(self, due_at=self._until(at))

    def _ended(
        self, state: CardState, at: datetime, *, result: Mapping[str, Any] | None = None, reason: str = ""
    ) -> "Card":
        due_at = self._until(at) if state is CardState.FAILED else None
        return replace(
            self, state=state, step=self.step + 1, result=result or {}, reason=reason, due_at=due_at
        )

    def _until(self, at: datetime) -> datetime:
        return max(self.valid_until, at + LEAST_TIME)


def body_of(card: Card) -> str:
    """The body of a step's message: all of the card, so that a page needs no earlier one."""
    fields = {
        "card": card.card_id,
        "kind": card.kind,
        "version": card.version,
        "state": str(card.state),
        "step": card.step,
        "values": dict(card.values),
        "action": card.action,
        "given": dict(card.given),
        "result": dict(card.result),
        "reason": card.reason,
        "by": card.clicked_by or card.offered_by,
        "about": card.about,
    }
    kept = {name: value for name, value in fields.items() if value not in ("", {}) or name == "values"}
    # A table does not keep the order of names.
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def body_read(body: str) -> dict[str, Any]:
    """The fields in a body; none if it is not a card's."""
    try:
        found = json.loads(body)
    except ValueError:
        return {}
    return found if isinstance(found, dict) and "card" in found else {}


def body_for_customers(body: str, *, service: str) -> str:
    """A body that hides who acted for the service, and the routed chat."""
    found = body_read(body)
    if not found:
        return body
    found.pop("about", None)
    if not str(found.get("by", "")).startswith(f"{PartyKind.CONTACT}:"):
        found["by"] = service
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def line_of_card(body: str) -> str:
    """What a list shows of a step: kind and state, as JSON."""
    found = body_read(body)
    return json.dumps({name: found.get(name, "") for name in ("kind", "state")}, separators=(",", ":"))
