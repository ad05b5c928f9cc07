"""Pages with a damaged item: none fails, and the item's own page says what is wrong."""

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from django.test import Client

from routing import runtime
from routing.storage import agent_items as items
from routing.storage import call_items
from routing.storage import trail_items as trail
from routing.storage.keys import agent_key
from routing.storage.kinds import FORMS
from routing.storage.ticket_items import COUNTER
from tests.builders import NOON, FakeClock, a_waiting_call
from tests.damaging import Damage, a_whole_centre, damages
from tests.integration.dashboard.conftest import posted
from tests.integration.dashboard.queues.test_places_queues import words_of
from tests.memory.table import MemoryTable
from tests.thorough import every

pytestmark = pytest.mark.django_db

ALL = damages()
# Of the others the audit, the log and /health/ready/ tell.
SHOWN = (
    *(items.AGENT, items.AGENT_QUEUE, items.AGENT_ENTRY, items.CALL_QUEUE),
    *(call_items.CALL, call_items.CALL_ENTRY, trail.TRAIL, COUNTER),
)
# What may be wrong with each attribute is tested without pages; here it is whether a page can be had at all.
WAYS = ("of a later release", "empty")
FEW = [
    damage
    for form in FORMS
    for number, damage in enumerate(one for one in ALL if one.form is form)
    if number == 0 or (damage.what in WAYS and form in SHOWN)
]
QUEUES = ("Q#Spanish#F", "W#Spanish#M")
PAGES = (
    *("/", "/agents/", "/agents/?plain=1", "/queues/", "/queues/state.json", "/desk/", "/dead-letters/"),
    *(f"/queues/{quote(queue, safe='')}/{state}" for queue in QUEUES for state in ("", "state.json")),
    *("/calls/", "/calls/?q=c1", "/calls/c1/", "/calls/c1/state.json", "/calls/b1/", "/trail/"),
    *(
        "/desk/ana/",
        "/desk/bea/",
        "/desk/bea/call/?call=c1",
        "/calls/state.json",
        f"/trail/?day={NOON.date()}",
    ),
)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryTable]:
    """The table of this process, with a whole centre that lives now."""
    made = MemoryTable()
    monkeypatch.setattr(runtime, "table_named", lambda _name, _retry=None: made)
    runtime.forget()
    a_whole_centre(made, clock=FakeClock(runtime.now()))
    yield made
    runtime.forget()


@pytest.mark.parametrize("damage", every(2, FEW), ids=str)
def test_every_page_can_be_had_and_one_says_what_is_wrong(
    damage: Damage, table: MemoryTable, supervisor: Client
) -> None:
    damage.put(table)

    said = ""
    for page in PAGES:
        answer = supervisor.get(page)
        assert answer.status_code in (200, 204, 404, 409), (page, answer.status_code)
        said += words_of(answer.content.decode())
    for page in (
        "/calls/c1/touch/",
        "/agents/ana/choice/",
        "/calls/enqueue/",
        "/agents/ana/release/",
        "/agents/ana/peek/",
    ):
        fields = {"choice": "paused", "language": "Spanish", "reason": "damaged"}
        reply = posted(supervisor, page, {**fields})
        assert reply.status in (200, 400, 404, 409), (page, reply)
        said += str(reply.body)

    if damage.is_named and damage.form in SHOWN:
        assert "cannot be read" in said
        assert damage.subject in said


def test_the_page_of_a_call_says_what_is_wrong_with_it(table: MemoryTable, supervisor: Client) -> None:
    damage = next(one for one in ALL if one.form is call_items.CALL and one.what == "without CreatedAt")
    damage.put(table)

    page, state = supervisor.get("/calls/c1/"), supervisor.get("/calls/c1/state.json")

    assert (page.status_code, state.status_code) == (409, 409)
    assert "Call#c1 Call cannot be read in the table: it lacks CreatedAt." in words_of(page.content.decode())
    assert state.json()["error"].endswith("correct or delete the item).")


def test_an_operation_on_what_cannot_be_read_is_refused_in_one_line(
    table: MemoryTable, supervisor: Client
) -> None:
    damage = next(one for one in ALL if one.form is items.AGENT and one.what == "without Choice")
    damage.put(table)

    reply = posted(supervisor, "/agents/ana/choice/", {"choice": "paused"})

    assert reply.status == 409
    assert reply.error.startswith("AllAgents Agent#ana cannot be read in the table: it lacks Choice. Nothing")


def test_nobody_is_offered_a_list_that_looks_whole(table: MemoryTable, supervisor: Client) -> None:
    page = words_of(supervisor.get("/agents/?plain=1").content.decode())
    assert "cannot be read" not in page

    next(one for one in ALL if one.form is items.AGENT and one.is_named).put(table)

    page = words_of(supervisor.get("/agents/?plain=1").content.decode())
    assert "1 item in the table cannot be read, and is missing from lists and figures." in page
    assert "AllAgents Agent#ana: " in page


def test_ids_with_line_breaks_are_listed_and_their_pages_open(
    table: MemoryTable, administrator: Client
) -> None:
    """Programs once sent them, and outside programs still may."""
    router = runtime.router()
    a_waiting_call(router, "a\nb")
    ana = table.get(agent_key("ana")) or {}
    table.put_new(agent_key("c\nd"), {**ana, "AgentID": "c\nd"})

    for page in (
        "/calls/",
        "/queues/W%23Spanish%23Any/",
        "/agents/",
        "/agents/?plain=1",
        "/",
        "/setup/agents/",
    ):
        assert administrator.get(page).status_code == 200, page
    for page in ("/calls/a%0Ab/", "/calls/a%0Ab/state.json", "/agents/c%0Ad/", "/desk/c%0Ad/"):
        assert administrator.get(page).status_code == 200, page
    assert 'href="/calls/a%0Ab/' in administrator.get("/calls/").content.decode()
    assert posted(administrator, "/calls/a%0Ab/abandon/", {"reason": "gone"}).status == 200
    assert administrator.get("/api/v1/calls/a%0Ab").json()["call_id"] == "a\nb"
