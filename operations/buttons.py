"""Button of an operation: where it stands, its label, question and reasons, the fields it sets. Pure."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from routing.model.agents import AgentStatus
from routing.model.calls import CallStatus

Status = AgentStatus | CallStatus


class Place(StrEnum):
    """Where a button stands."""

    PAGE = "page of its subject"
    ROW = "row of its subject"
    STUCK_ROW = "row of a subject past its due time"
    TIMELY_ROW = "row of a subject that has no button for a stuck one"
    MATCH = "planned match"
    MANY = "selection of many"
    TROUBLE = "line about waiting callers, for paused agents who could serve them"
    DESK = "desk"


@dataclass(frozen=True)
class Effect:
    """What happens to those of many agents in these statuses, in words for one of them and for more."""

    statuses: tuple[AgentStatus, ...]
    one: str
    more: str


@dataclass(frozen=True)
class Reasons:
    """Reasons to choose from; `spoken` names the choice, with {name}; `note` is in the scripts' dialog.

    If they `are_of_pauses`, those of the settings are offered instead. For many, the dialog has the number
    of agents with each of the `effects`, and `afterwards`.
    """

    offered: tuple[str, ...]
    spoken: str
    label: str = "Reason"
    note: str = ""
    is_needed: bool = True
    is_note_for_busy: bool = False
    are_of_pauses: bool = False
    effects: tuple[Effect, ...] = ()
    afterwards: str = ""


@dataclass(frozen=True)
class Desk:
    """The button at a desk: its key, what the list of keys says, and its own label and look, if any."""

    key: str
    does: str
    look: str = ""
    icon: str = ""
    word: str = ""


@dataclass(frozen=True)
class Button:
    """`fields` are sent with it. `look`: primary, quiet or danger; a danger opens first and asks `question`.

    `opens` is its label before it is open, `brief` that in a row; `spoken`, with {name}, is that for screen
    readers outside the page of its subject. `applies` narrows the statuses of the operation.
    """

    word: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    at: tuple[Place, ...] = (Place.PAGE,)
    look: str = ""
    opens: str = ""
    question: str = ""
    note: str = ""
    brief: str = ""
    spoken: str = ""
    applies: Collection[Status] = ()
    reasons: Reasons | None = None
    desk: Desk | None = None

    def stands(self, place: Place) -> bool:
        return self.desk is not None if place is Place.DESK else place in self.at

    @property
    def is_choice(self) -> bool:
        """Whether it chooses an agent's status."""
        return "choice" in self.fields
