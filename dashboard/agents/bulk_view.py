"""Commands for many agents: one guarded operation each; an agent that changed is left alone."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_POST

from dashboard.access import CHOOSE, SUPERVISE, not_for, permitted
from dashboard.acting import agent_named, carried_out, refusal_of, user_name
from dashboard.agents.bulk import Carried, carry_out_each
from dashboard.answers import Answer, away, respond
from dashboard.desk.own_agent import OWN_ONLY, acts_for
from dashboard.forms import BulkChoiceForm, BulkForm, BulkReasonForm
from dynamo.exceptions import OutcomeUnknownError
from live.board.rows import agent_row
from routing import services
from routing.exceptions import RoutingError, UnknownAgentError
from routing.model.agents import Agent, Choice
from routing.model.outcomes import Conflict
from routing.model.words import agent_word
from routing.router import Router

NAMED = 5
HALF_WAY = "DynamoDB failed part-way: {done} done; {left} unknown. Repeat for those; it is safe."


@dataclass(frozen=True)
class BulkAction:
    """One command: permission, form, and operation on one agent."""

    permission: str
    form: type[BulkForm]
    operate: Callable[..., Agent | Conflict]


def _choosing(choice: Choice) -> BulkAction:
    return BulkAction(
        CHOOSE,
        BulkChoiceForm,
        lambda router, **wanted: services.agent_choose(router, choice=choice, **wanted),
    )


def _end_wrap_up(router: Router, **wanted: Any) -> Agent | Conflict:
    return services.agent_end_wrap_up(router, **wanted)


def _release(router: Router, **wanted: Any) -> Agent | Conflict:
    return services.agent_release(router, **wanted)


ACTIONS = {
    **{str(choice): _choosing(choice) for choice in Choice},
    "end-wrap-up": BulkAction(CHOOSE, BulkChoiceForm, _end_wrap_up),
    "release": BulkAction(SUPERVISE, BulkReasonForm, _release),
}


@require_POST
def bulk(request: HttpRequest) -> HttpResponseBase:
    """Carries out one of `ACTIONS`, named by `action`, for each `agent` given as `<version>:<id>`.

    Answers `{"done": [{id, row}], "refused": [{id, why, row}], "left": [id]}`; 400 for none or too many, 403
    if the user may not act for one of them, 409 if all changed meanwhile, 503 if DynamoDB failed on the way
    and some are `left`.
    """
    action = ACTIONS.get(request.POST.get("action", ""))
    if action is None:
        return permitted(CHOOSE)(_unknown)(request)

    def act(request: HttpRequest) -> HttpResponse:
        form = action.form(request.POST)
        if form.is_valid() and not acts_for(request.user, [one for one, _ in form.cleaned_data["versions"]]):
            return not_for(request, OWN_ONLY)
        return carried_out(request, form, operate, _told)

    def operate(router: Router, wanted: dict[str, Any]) -> Carried:
        versions, fields = wanted.pop("versions"), {**wanted, "by": user_name(request)}

        def on_one(agent_id: str, version: int) -> Agent | Conflict:
            wanted = {"agent_id": agent_named(agent_id), "expected_version": version, **fields}
            return action.operate(router.for_part(agent_id), **wanted)

        return carry_out_each(on_one, versions)

    return permitted(action.permission)(act)(request)


def _told(carried: Carried) -> Answer:
    done, refused = carried.done, carried.refused
    data = {
        "done": [{"id": one, "row": agent_row(agent)} for one, agent in done.items()],
        "refused": [_refusal(one, why) for one, why in refused.items()],
        "left": carried.left,
    }
    if carried.troubles:
        return _half_way(carried, data)
    text = f"{len(done)} done."
    if refused:
        named = "; ".join(f"{_name(one, why)} ({_why(why)})" for one, why in [*refused.items()][:NAMED])
        more = f"; and {len(refused) - NAMED} more" if len(refused) > NAMED else ""
        text = f"{len(done)} done, {len(refused)} skipped: {named}{more}."
    return Answer(200 if done else 409, text, data)


def _half_way(carried: Carried, data: dict[str, Any]) -> Answer:
    first, *_ = carried.troubles
    unknown = any(isinstance(error, OutcomeUnknownError) for error in carried.troubles)
    if carried.done or unknown:
        return Answer(503, HALF_WAY.format(done=len(carried.done), left=len(carried.left)), data)
    answer = away(first)
    return Answer(answer.status, answer.text, data)


def _refusal(agent_id: str, why: Conflict | RoutingError) -> dict[str, Any]:
    present = _present(why)
    return {"id": agent_id, "why": _why(why), "row": agent_row(present) if present else None}


def _present(why: Conflict | RoutingError) -> Agent | None:
    return why.current if isinstance(why, Conflict) and isinstance(why.current, Agent) else None


def _name(agent_id: str, why: Conflict | RoutingError) -> str:
    present = _present(why)
    return present.name if present else agent_id[:20]


def _why(why: Conflict | RoutingError) -> str:
    if isinstance(why, UnknownAgentError):
        return "there is no such agent"
    if isinstance(why, RoutingError):
        return str(why)
    present = _present(why)
    return f"{agent_word(present)} now" if present else why.reason


def _unknown(request: HttpRequest) -> HttpResponse:
    wrong = Answer(400, f"action: choose one of {', '.join(ACTIONS)}")
    return respond(request, refusal_of(request, wrong))
