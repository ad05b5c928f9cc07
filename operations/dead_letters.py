"""Operation on the failed calls (dead letters): many restored at once."""

from typing import Annotated

from pydantic import BeforeValidator, Field

from operations.answers import Answer, call_title
from operations.buttons import Button
from operations.fields import Fields, Input, seen_versions
from operations.operation import Found, Invocation, Operation, Permission, Subject
from routing import selectors, services
from routing.model.calls import Call
from routing.model.words import CALL_WORDS
from routing.router import Router
from routing.services.dead_letters import MAX_RESTORED_AT_ONCE, Restored

NAMED = 5
HALF_WAY = (
    "DynamoDB failed part-way: some calls may have been restored. Those still listed were not; try again."
)
NONE_SELECTED = "select at least one call"


def _as_seen(sent: object) -> object:
    """Versions from a form, each as `<version>:<id>`; any other value unchanged."""
    if not isinstance(sent, list) or not all(isinstance(text, str) for text in sent):
        return sent
    versions = seen_versions(sent)
    if not versions:
        raise ValueError(NONE_SELECTED)
    if len(sent) > MAX_RESTORED_AT_ONCE:
        raise ValueError(f"at most {MAX_RESTORED_AT_ONCE} at once")
    return versions


class RestoringMany(Fields):
    """Dead letters to restore, by id and version seen: to their old places, or to the end."""

    to_end: Annotated[
        bool,
        Field(description="to the end of the queue, not to the old place"),
        Input("true or false", label="At the end of the queue"),
    ] = False
    versions: Annotated[
        list[tuple[str, int]], BeforeValidator(_as_seen), Input(NONE_SELECTED, is_named=False)
    ]


def _told(done: Restored, _invocation: Invocation, router: Router) -> Answer:
    present = {call.call_id: call for call in selectors.calls(router, done.refused)}
    number = len(done.calls)
    text = f"{number} call restored." if number == 1 else f"{number} calls restored."
    refused = [_why(call_id, why, present.get(call_id)) for call_id, why in done.refused.items()]
    if refused:
        more = f"; and {len(refused) - NAMED} more" if len(refused) > NAMED else ""
        text += f" Not restored: {'; '.join(refused[:NAMED])}{more}."
    data = {"restored": [call.call_id for call in done.calls], "refused": done.refused}
    return Answer(200 if number else 409, text, data)


def _why(call_id: str, why: str, present: Call | None) -> str:
    if present is None:
        return f"{call_id} ({why})"
    return f"{call_title(present)} (since changed, {CALL_WORDS[present.status]} now)"


RESTORE_MANY = Operation(
    Subject.DEAD_LETTERS,
    "restore",
    "Put failed calls (dead letters) back into their queues.",
    RestoringMany,
    services.dead_letters_restore,
    Permission.SUPERVISE,
    _told,
    (
        Button("Restore selected", {"which": "picked"}, look="primary"),
        Button("Restore all listed ({number})", {"which": "all"}),
    ),
    found=Found.PART_BY_PART,
    half_way=HALF_WAY,
    command=("dead_letters", "--restore-all"),
)
