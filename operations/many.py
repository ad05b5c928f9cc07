"""Many agents at once: one operation on each separately, at the version its reader saw."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from threading import Event
from typing import Any, cast

from dynamo.exceptions import DynamoError, OutcomeUnknownError
from live.board.rows import agent_row
from operations.answers import Answer, away
from operations.buttons import Button
from operations.fields import Fields, WrongFieldError, seen_versions
from operations.operation import Invocation, Operation
from routing.exceptions import OutOfReachError, RoutingError, UnknownAgentError
from routing.model.agents import Agent
from routing.model.outcomes import Conflict
from routing.model.words import agent_word
from routing.router import Router

MAX_AGENTS_AT_ONCE = 500
NAMED = 5
HALF_WAY = "DynamoDB failed part-way: {done} done; {left} unknown. Repeating is safe."
Outcome = Agent | Conflict | RoutingError | DynamoError | None

# Eight at a time take half as long as one by one: each mostly waits for the table.
_workers = ThreadPoolExecutor(max_workers=8, thread_name_prefix="bulk")


@dataclass(frozen=True)
class ManyInvocation:
    """An operation with its fields, for each of many agents at a version."""

    operation: Operation
    fields: Fields
    by: str
    versions: list[tuple[str, int]]

    def __call__(self, router: Router) -> Answer:
        """Carries it out for each and answers for all; once the table fails, no further one starts."""
        failed = Event()
        on_one = Invocation(self.operation, "", self.fields, self.by)

        def outcome_of(target: tuple[str, int]) -> Outcome:
            agent_id, version = target
            if failed.is_set():
                return None
            try:
                one = replace(on_one, one=agent_id)
                return cast("Outcome", one.outcome(router.for_part(agent_id), expected_version=version))
            except RoutingError as error:
                return error
            except DynamoError as error:
                failed.set()
                return error

        outcomes = _workers.map(outcome_of, self.versions)
        return _told({one: outcome for (one, _), outcome in zip(self.versions, outcomes, strict=True)})


def many_read(
    operation: Operation, button: Button, *, reason: str, seen: list[str], by: str
) -> ManyInvocation:
    """The operation on agents given as `<version>:<id>`, each once. Raises WrongFieldError."""
    fields = operation.fields.read({**button.fields, "reason": reason})
    versions = seen_versions(seen)
    if not versions:
        raise WrongFieldError("agent", "at least one, as <version>:<id>")
    if len(versions) > MAX_AGENTS_AT_ONCE:
        raise WrongFieldError("agent", f"at most {MAX_AGENTS_AT_ONCE} at once; these are {len(versions)}")
    return ManyInvocation(operation, fields, by, versions)


def _told(outcomes: dict[str, Outcome]) -> Answer:
    done = {one: outcome for one, outcome in outcomes.items() if isinstance(outcome, Agent)}
    refused = {
        one: outcome for one, outcome in outcomes.items() if isinstance(outcome, Conflict | RoutingError)
    }
    left = [one for one in outcomes if one not in done and one not in refused]
    data = {
        "done": [{"id": one, "row": agent_row(agent)} for one, agent in done.items()],
        "refused": [_refusal(one, why) for one, why in refused.items()],
        "left": left,
    }
    troubles = [outcome for outcome in outcomes.values() if isinstance(outcome, DynamoError)]
    if troubles:
        return _half_way(troubles, len(done), data)
    text = f"{len(done)} done."
    if refused:
        named = "; ".join(f"{_name(one, why)} ({_why(why)})" for one, why in [*refused.items()][:NAMED])
        more = f"; and {len(refused) - NAMED} more" if len(refused) > NAMED else ""
        text = f"{len(done)} done, {len(refused)} skipped: {named}{more}."
    return Answer(200 if done else 409, text, data)


def _half_way(troubles: list[DynamoError], done: int, data: dict[str, Any]) -> Answer:
    if done or any(isinstance(error, OutcomeUnknownError) for error in troubles):
        return Answer(503, HALF_WAY.format(done=done, left=len(data["left"])), data)
    return replace(away(troubles[0]), data=data)


def _refusal(agent_id: str, why: Conflict | RoutingError) -> dict[str, Any]:
    present = _present(why)
    return {"id": agent_id, "why": _why(why), "row": agent_row(present) if present else None}


def _present(why: Conflict | RoutingError) -> Agent | None:
    shown = why.agent if isinstance(why, OutOfReachError) else getattr(why, "current", None)
    return shown if isinstance(shown, Agent) else None


def _name(agent_id: str, why: Conflict | RoutingError) -> str:
    present = _present(why)
    return present.name if present else agent_id[:20]


def _why(why: Conflict | RoutingError) -> str:
    if isinstance(why, UnknownAgentError):
        return "there is no such agent"
    if isinstance(why, OutOfReachError):
        return "not in your teams"
    if isinstance(why, RoutingError):
        return str(why)
    present = _present(why)
    return f"{agent_word(present)} now" if present else why.reason
