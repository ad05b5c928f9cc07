"""Answers to operations: an HTTP status, one sentence for a person, and rows."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from dynamo.exceptions import (
    DynamoError,
    InvalidRequestError,
    OutcomeUnknownError,
    TableMissingError,
    TransactionTooLargeError,
    UnfitItemError,
)
from live.board.rows import agent_row, call_row
from messaging.model.parties import caller_name
from routing.exceptions import (
    KeyReusedError,
    OutOfReachError,
    RoutingError,
    UnknownAgentError,
    UnknownCallError,
    UnreadableItemError,
)
from routing.model.agents import Agent
from routing.model.calls import Call
from routing.model.outcomes import Conflict
from routing.model.words import CALL_WORDS, agent_word

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Answer:
    """The result of a command: a status, one sentence for a person, and data for programs.

    `outcome` is that of the service, if there was one.
    """

    status: int
    text: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    outcome: object = field(default=None, compare=False)

    @property
    def is_refusal(self) -> bool:
        return self.status >= HTTPStatus.BAD_REQUEST


def agent_answer(outcome: Agent | Conflict, done: Callable[[Agent], str]) -> Answer:
    """The agent's row with the result; 409 with its current row if another change was faster."""
    if isinstance(outcome, Agent):
        return Answer(200, done(outcome), {"agent": agent_row(outcome)})
    present = outcome.current
    if not isinstance(present, Agent):
        return Answer(409, "The agent has since changed. Nothing was done; refresh and try again.")
    if outcome.is_rule:
        return Answer(409, f"{present.name}: {outcome.reason}.", {"agent": agent_row(present)})
    text = f"{present.name} has since changed: {agent_word(present)} now. Nothing was done."
    return Answer(409, text, {"agent": agent_row(present)})


def call_answer(outcome: Call | Conflict, done: str) -> Answer:
    """The call's row with the result; 409 with its current row if another change was faster."""
    if isinstance(outcome, Call):
        return Answer(200, f"{call_title(outcome)}: {done}.", {"call": call_row(outcome)})
    present = outcome.current
    if not isinstance(present, Call):
        return Answer(409, "The call has since changed. Nothing was done; refresh and try again.")
    if outcome.is_rule:
        return Answer(409, f"{call_title(present)}: {outcome.reason}.", {"call": call_row(present)})
    text = f"{call_title(present)} has since changed: {CALL_WORDS[present.status]} now. Nothing was done."
    return Answer(409, text, {"call": call_row(present)})


def call_title(call: Call) -> str:
    """The call as the subject of a sentence."""
    return caller_name(call.caller) or f"Call {call.call_id}"


def refused(error: RoutingError) -> Answer:
    """The error of a command: 403 out of reach, 404 unknown, 409 unreadable, 422 key in use, else 400."""
    if isinstance(error, UnknownAgentError | UnknownCallError):
        return Answer(404, str(error))
    if isinstance(error, OutOfReachError):
        return Answer(403, f"{error.why[:1].upper()}{error.why[1:]}.")
    if isinstance(error, UnreadableItemError):
        return Answer(
            409,
            f"{error.subject} cannot be read in the table: {error.why}. Nothing was changed. "
            f"An administrator can run `python manage.py audit` ({error.remedy}).",
        )
    return Answer(422 if isinstance(error, KeyReusedError) else 400, str(error))


def away(error: DynamoError) -> Answer:
    """The message that says whether the change was made; 503 if a retry may help."""
    if isinstance(error, TableMissingError):
        return Answer(503, "There is no table yet. Run `python manage.py create_table`.")
    if isinstance(error, OutcomeUnknownError):
        return Answer(
            503,
            "DynamoDB did not answer in time: the change may or may not have been made. "
            "The dashboard will show which.",
        )
    if isinstance(error, UnfitItemError):
        return Answer(409, f"{error}. Nothing was changed; an administrator can run `audit --repair`.")
    if isinstance(error, InvalidRequestError | TransactionTooLargeError):
        log.error("DynamoDB refused the request of a page: %s", error)
        return Answer(
            500,
            "DynamoDB refused this, and trying again will not help. Nothing was changed; "
            "the reason is in the log.",
        )
    return Answer(503, "DynamoDB cannot be reached. Nothing was changed; try again in a moment.")
