"""The sheet of agents over HTTP: exported, checked, imported line by line."""

import pytest

from api.access.scopes import Scope
from routing import selectors
from routing.model.outcomes import Conflict
from routing.router import Router
from routing.services import Facts, agent_create, agent_set_up
from tests.integration.api.conftest import Caller, a_program, a_user
from tests.trails import audit_trail

pytestmark = pytest.mark.django_db
HEAD = "agent_id,name,gender,languages\n"
SHEET = f"{HEAD}ana,Ana Torres,F,Spanish\nola,Ola Berg,M,English;French\n"


@pytest.fixture
def admin(router: Router) -> Caller:
    agent_create(router, name="Ana", gender="F", languages=["Spanish"], agent_id="ana")
    return a_program("hr", Scope.ADMIN)


def does(body: dict[str, list[dict[str, str]]]) -> list[str]:
    return [one["does"] for one in body["lines"]]


def test_a_sheet_is_checked_and_then_imported(admin: Caller, router: Router) -> None:
    checked = admin.post("/agent-sheet", {"sheet": SHEET, "dry_run": True}).body
    assert (does(checked), checked["imported"]) == (["changed", "new"], False)
    assert selectors.agent(router, "ola") is None

    done = admin.post("/agent-sheet", {"sheet": SHEET, "checked": checked["checked"]}).body
    assert (done["imported"], done["not_saved"]) == (True, [])
    assert does(admin.post("/agent-sheet", {"sheet": SHEET, "dry_run": True}).body) == ["unchanged"] * 2
    assert {entry.by for entry in audit_trail(router, router.clock().date())} == {"hr"}
    exported = admin.get("/agent-sheet").body["sheet"]
    assert "ola,Ola Berg,M,English;French" in exported
    assert set(does(admin.post("/agent-sheet", {"sheet": exported, "dry_run": True}).body)) == {"unchanged"}


def test_nothing_is_imported_while_a_line_is_wrong(admin: Caller, router: Router) -> None:
    wrong = f"{SHEET}eva,,X,Klingon\n"
    checked = admin.post("/agent-sheet", {"sheet": wrong, "dry_run": True}).body
    refused = admin.post("/agent-sheet", {"sheet": wrong})

    assert does(checked) == ["changed", "new", ""]
    assert [one.partition(":")[0] for one in checked["lines"][2]["wrong"]] == ["name", "gender", "languages"]
    assert (refused.status, refused.body["field"]) == (400, "sheet")
    assert "1 wrong line; line 4: name" in refused.body["detail"]
    assert selectors.agent(router, "ola") is None
    assert admin.post("/agent-sheet", {"sheet": "name\nAna\n"}).body["field"] == "headings"


def test_a_sheet_whose_agents_have_changed_is_checked_again(admin: Caller, router: Router) -> None:
    checked = admin.post("/agent-sheet", {"sheet": SHEET, "dry_run": True}).body["checked"]
    agent_set_up(
        router, agent_id="ana", facts=Facts("Ana B", "F", ("Spanish",)), by="", expected_version=None
    )
    late = admin.post("/agent-sheet", {"sheet": SHEET, "checked": checked})

    assert (late.status, late.body["present"]["checked"] == checked) == (409, False)
    assert admin.post("/agent-sheet", {"sheet": SHEET, **late.body["present"]}).body["imported"]


def test_what_is_lost_meanwhile_is_told(
    admin: Caller, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    def taken(router: Router, *, agent_id: str, **given: object) -> object:
        if agent_id == "ana":
            return Conflict("agent is at version 3, not 2")
        return agent_set_up(router, agent_id=agent_id, **given)  # type: ignore[arg-type]

    monkeypatch.setattr("routing.services.setup.staff_import.agent_set_up", taken)
    done = admin.post("/agent-sheet", {"sheet": SHEET}).body

    assert done["not_saved"] == ["line 2: agent is at version 3, not 2"]
    assert selectors.agent(router, "ola") is not None


def test_only_administrators_have_the_sheet(admin: Caller) -> None:
    assert admin.get("/agent-sheet").status == 200
    for who in (a_user("mara", "supervisors"), a_program("reader", Scope.READ)):
        assert {who.get("/agent-sheet").status, who.post("/agent-sheet", {"sheet": SHEET}).status} == {403}
