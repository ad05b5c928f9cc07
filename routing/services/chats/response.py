"""Services of a chat's figures: its first response, and the rating of its customer."""

from dataclasses import replace

from routing.exceptions import InvalidFieldError
from routing.model.agents import Agent
from routing.model.calls import ANSWERED, HIGHEST_RATING, LOWEST_RATING, Call
from routing.model.events import EventKind
from routing.model.outcomes import Conflict
from routing.model.words import standing
from routing.router import Router
from routing.services.call_changes import Decision, Happened, change_call, written
from routing.storage.change_set import ChangeSet

RESPONDED = "it needs no first response"


def call_respond(router: Router, *, call_id: str, by: str = "") -> Call | Conflict:
    """Records that a person of the service writes to the customer of a chat for the first time.

    The message is a companion of the change. A Conflict if the chat has ended or has had its first response.
    Raises UnknownCallError.
    """

    def decide(changes: ChangeSet, call: Call, _agent: Agent | None) -> Decision:
        if not call.awaits_response:
            return Conflict(RESPONDED, call, is_rule=True)
        after = replace(call, responded_at=router.clock())
        return written(
            router, changes, call, after, Happened(EventKind.CALL_RESPONDED, call.agent_id or "", by)
        )

    return change_call(router, call_id, decide)


def call_rate(router: Router, *, call_id: str, rating: int, by: str = "") -> Call | Conflict:
    """Saves how the customer of an answered chat or call rates the service, once.

    The message of a chat's rating is a companion of the change. A Conflict if it is neither in progress nor
    completed, or is rated. Raises UnknownCallError, InvalidFieldError.
    """
    if not LOWEST_RATING <= rating <= HIGHEST_RATING:
        raise InvalidFieldError("rating", rating, f"from {LOWEST_RATING} to {HIGHEST_RATING}")

    def decide(changes: ChangeSet, call: Call, _agent: Agent | None) -> Decision:
        if call.status not in ANSWERED or call.rating:
            reason = f"it is rated {call.rating}" if call.rating else f"{standing(call)}, not answered"
            return Conflict(reason, call, is_rule=True)
        happened = Happened(EventKind.CALL_RATED, call.agent_id or "", by, str(rating))
        return written(router, changes, call, replace(call, rating=rating), happened)

    return change_call(router, call_id, decide)
