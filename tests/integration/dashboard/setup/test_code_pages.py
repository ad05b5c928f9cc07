"""Page of codes: outcomes and pause reasons saved at a version, in use at once; the wrong line is named."""

import pytest
from django.test import Client

from routing import runtime, services
from routing.model.agents import Choice
from routing.model.settings.documents import Kind
from routing.router import Router
from tests.builders import a_waiting_agent
from tests.waiting import wait_until

pytestmark = [pytest.mark.django_db]
TEXT = "sales: Sales\n  booked: Visit <b>booked"


def save(client: Client, kind: str, text: str, version: int) -> str:
    given = {f"{kind}-text": text, f"{kind}-version": str(version)}
    return client.post(f"/setup/codes/{kind}/", given, follow=True).content.decode()


def test_outcomes_are_in_use_once_saved(administrator: Client, router: Router) -> None:
    assert router
    assert "Outcomes: saved." in save(administrator, "outcomes", TEXT, 0)
    wait_until(lambda: "sales.booked" in runtime.router().outcomes.labels, "it is followed")
    page = administrator.get("/setup/codes/").content.decode()
    assert "booked: Visit &lt;b&gt;booked" in page
    assert "Version 1" in page
    late = save(administrator, "outcomes", "", 0)
    assert "somebody else changed this list (ada)" in late
    assert "Visit &lt;b&gt;booked</dd>" in late
    assert "Outcomes: saved." in save(administrator, "outcomes", "", 1)


def test_pause_reasons_are_offered_and_a_pause_has_its_limit(administrator: Client, router: Router) -> None:
    a_waiting_agent(router, "ana")
    save(administrator, "pauses", "Coffee: 5\nErrand", 0)
    wait_until(lambda: "Coffee" in runtime.router().pauses.limits, "it is followed")
    page = administrator.get("/agents/ana/").content.decode()
    assert "<option>Coffee</option><option>Errand</option>" in page
    assert "Lunch" not in page

    paused = services.agent_choose(
        runtime.router(), agent_id="ana", choice=Choice.PAUSED, reason="Coffee", by="ana"
    )
    assert paused.until is not None  # type: ignore[union-attr]  # no race here
    assert (paused.until - paused.status_since).total_seconds() == 300  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        ("outcomes", "  booked: Visit", "line 1:"),
        ("outcomes", "Sales: Sales\n  booked: Visit", "outcomes: &#x27;Sales&#x27; is not allowed"),
        ("pauses", "", "pauses: 0 is not allowed; from 1 to 30 reasons"),
        ("pauses", "Lunch: 3000", "a number from 0 to 43200"),
    ],
)
def test_a_wrong_line_is_named(
    administrator: Client, router: Router, kind: str, text: str, said: str
) -> None:
    assert router
    given = {f"{kind}-text": text, f"{kind}-version": "0"}
    reply = administrator.post(f"/setup/codes/{kind}/", given)
    assert (reply.status_code, said in reply.content.decode()) == (400, True)
    kept = services.settings_kept(runtime.router(), runtime.first_documents())
    assert kept[Kind(kind)].version == 0


def test_a_new_order_is_saved(administrator: Client, router: Router) -> None:
    assert router
    save(administrator, "pauses", "Coffee\nLunch", 0)
    page = save(administrator, "pauses", "Lunch\nCoffee", 1)
    assert "Version 2" in page
    assert "Lunch\nCoffee</textarea>" in page
