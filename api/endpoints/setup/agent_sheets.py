"""The sheet of agents: all of them as CSV, and its import after a check."""

from http import HTTPStatus
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Router, Schema
from pydantic import Field, StrictBool

from api.access.acting import acting_by
from api.access.allowed import Allowed
from api.access.scopes import Scope
from api.conventions.problems import Problem, wrong_field
from api.endpoints.chat_fields import Body
from operations.operation import Permission
from routing import selectors, services
from routing.runtime import router as routing
from routing.services import Plan
from routing.sheets import csv_text

router = Router(tags=["agents"])
ADMINISTRATORS = Allowed(Scope.ADMIN, Permission.ADMINISTER)
LONGEST_DIGEST = 64
LATE = "Agents in this sheet have changed since it was checked. Check it again."


class AgentSheetOut(Schema):
    """All agents as CSV, in the format of the import."""

    sheet: str


class AgentSheetIn(Body):
    """A sheet to import, or with `dry_run` only to check; `checked` is that of the check before an import."""

    sheet: str
    dry_run: StrictBool = False
    checked: Annotated[str, Field(max_length=LONGEST_DIGEST)] = ""


class SheetLineOut(Schema):
    """What a line does: `new`, `changed` or `unchanged`; nothing while it is wrong."""

    number: int
    agent_id: str
    name: str
    does: str
    wrong: list[str]


class SheetPlanOut(Schema):
    """What each line does, or would do unless `imported`. `not_saved` says what was refused meanwhile."""

    lines: list[SheetLineOut]
    checked: str
    imported: bool
    not_saved: list[str]


@router.get("/agent-sheet", auth=ADMINISTRATORS, response=AgentSheetOut)
def agent_sheet(request: HttpRequest) -> dict[str, str]:
    """Returns all agents as CSV."""
    lines = services.sheet_lines(selectors.agents(routing()))
    return {"sheet": csv_text(services.HEADINGS, lines)}


@router.post("/agent-sheet", auth=ADMINISTRATORS, response=SheetPlanOut)
def agent_sheet_read(request: HttpRequest, found: AgentSheetIn) -> dict[str, Any]:
    """Checks a sheet, then creates and changes its agents if no line is wrong; others stay as they are."""
    centre = acting_by(request, routing())
    plan = services.staff_plan(centre, found.sheet, selectors.agents(centre))
    if found.dry_run:
        return _shown(plan)
    if plan.wrong:
        first, many = plan.wrong[0], len(plan.wrong)
        wrong = f"{many} wrong line{'s' * (many > 1)}"
        raise wrong_field("sheet", f"{wrong}; line {first.number}: {first.wrong[0]}")
    if found.checked not in ("", plan.checked):
        raise Problem(HTTPStatus.CONFLICT, LATE, present={"checked": plan.checked})
    late = services.staff_import(centre, plan, by=centre.actor)
    return {**_shown(plan), "imported": True, "not_saved": late}


def _shown(plan: Plan) -> dict[str, Any]:
    return {"lines": plan.planned, "checked": plan.checked, "imported": False, "not_saved": []}
