"""Items of idempotency keys: commands to items and back. Pure."""

from datetime import UTC, datetime

from dynamo.conditions import Absent, AnyOf, Below, Condition, Equals
from dynamo.items import INDEX_PK, INDEX_SK, Attributes, Key, key_attributes, key_of
from dynamo.transaction import OPERATIONS
from routing.exceptions import UnreadableItemError
from routing.model.agents import Agent
from routing.model.calls import Call
from routing.model.command import KEPT, Answer, Command, KeptCommand
from routing.model.outcomes import Match
from routing.storage import agent_items as items
from routing.storage import call_items, keys
from routing.storage.attributes import number, present, text, to_text
from routing.storage.forms import shapes
from routing.storage.forms.form import Form, Remedy
from routing.storage.forms.shapes import Shape

EXPIRES_AT = "ExpiresAt"
REPLY, RUNS_UNTIL = "Reply", "RunsUntil"


def _command_key(item: Attributes) -> Key:
    key = key_of(item)
    if key.sk != keys.COMMAND_SORT and not key.sk.startswith(keys.PART_PREFIX):
        raise ValueError(f"{key.sk!r} is neither a key nor a part")
    return key


def _is_answer(value: object) -> bool:
    try:
        _answer_from(value)
    except (KeyError, TypeError, UnreadableItemError):
        return False
    return True


COMMAND = Form(
    "idempotency key",
    keys.COMMAND_PREFIX,
    Remedy.REMOVED,
    Remedy.REMOVED,
    key=_command_key,
    required={
        "Operation": shapes.TEXT,
        "Request": shapes.TEXT,
        "DoneAt": shapes.MOMENT,
        EXPIRES_AT: shapes.WHOLE,
        INDEX_PK: shapes.among(keys.EXPIRY_GROUPS),
        INDEX_SK: shapes.MOMENT,
    },
    optional={
        "Answer": Shape("an agent, a call or a match", _is_answer),
        REPLY: shapes.TEXT,
        RUNS_UNTIL: shapes.WHOLE,
        OPERATIONS: shapes.TEXTS,
    },
)


def is_free(at: datetime) -> Condition:
    """Nothing is kept under the key, or it has expired."""
    return Condition("key_is_free", AnyOf(Absent(), Below(EXPIRES_AT, int(at.timestamp()) + 1)))


def is_run(run_id: str) -> Condition:
    """The last to claim the key was this run."""
    return Condition("run_is_the_last", Equals(OPERATIONS, [run_id]))


def has_no_reply(operations: list[str]) -> Condition:
    """The last to claim the key was the run with these operation ids, and it has left no reply."""
    return Condition("run_has_no_reply", Equals(OPERATIONS, operations), Absent(REPLY))


def command_item(
    command: Command, answer: Answer, *, at: datetime, operation_id: str, runs_until: int | None = None
) -> Attributes:
    """The kept outcome of a command, without its key; for a claim the answer is None."""
    expires_at = command.expires_at or int((at + KEPT).timestamp())
    return present(
        {
            "Operation": command.operation,
            "Request": command.request,
            "Answer": _answer_value(answer),
            RUNS_UNTIL: runs_until,
            "DoneAt": to_text(at),
            EXPIRES_AT: expires_at,
            INDEX_PK: keys.expiry_group(command.key),
            INDEX_SK: to_text(datetime.fromtimestamp(expires_at, UTC)),
            OPERATIONS: [operation_id],
        }
    )


def command_from(item: Attributes) -> KeptCommand:
    """The outcome that an item keeps. Raises UnreadableItemError."""
    COMMAND.check(item)
    expires_at = number(item, EXPIRES_AT) or 0
    return KeptCommand(
        text(item, "Operation"),
        text(item, "Request"),
        expires_at,
        _answer_from(item.get("Answer", {})),
        text(item, REPLY),
        number(item, RUNS_UNTIL) or 0,
    )


def _answer_value(answer: Answer) -> Attributes | None:
    match answer:
        case Agent():
            return {"Agent": {**key_attributes(keys.agent_key(answer.agent_id)), **items.agent_item(answer)}}
        case Call():
            return {"Call": {**key_attributes(keys.call_key(answer.call_id)), **call_items.call_item(answer)}}
        case Match(call, agent):
            call_key = keys.call_entry_key(call.queue, call.priority, call.ticket)
            agent_key = keys.agent_entry_key(agent.queue, agent.ticket)
            return {
                "CallEntry": {**key_attributes(call_key), **call_items.call_entry_item(call)},
                "AgentEntry": {**key_attributes(agent_key), **items.agent_entry_item(agent)},
            }
    return None


def _answer_from(kept: object) -> Answer:
    if not isinstance(kept, dict):
        raise TypeError("an answer is a map")
    if "Agent" in kept:
        return items.agent_from(kept["Agent"])
    if "Call" in kept:
        return call_items.call_from(kept["Call"])
    if "CallEntry" in kept:
        return Match(
            call_items.call_entry_from(kept["CallEntry"]), items.agent_entry_from(kept["AgentEntry"])
        )
    return None
