"""Page of the audit log: one day, newest first, for supervisors."""

import re
from dataclasses import replace
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from dynamo.exceptions import EngineUnavailableError
from routing import services
from routing.model.agents import Choice
from routing.router import Router
from tests.builders import a_waiting_agent, a_waiting_call
from tests.integration.dashboard.queues.test_places_queues import page_of, words_of

pytestmark = pytest.mark.django_db


def rows(page: str) -> list[str]:
    body = page.partition("<tbody>")[2].partition("</tbody>")[0]
    return [words_of(row) for row in body.split("</tr>")[:-1]]


def who_of(row: str) -> str:
    found = re.search(r"\d\d:\d\d:\d\d \S+ (\S+)", row)
    return found[1] if found else ""


@pytest.fixture
def acting(router: Router) -> Router:
    """Two people have done something today, one of them yesterday too."""
    a_waiting_agent(router, "ana")
    a_waiting_call(router, "c1", caller="Leo Ruiz")
    a_waiting_call(router, "c2", caller="Kim Hall")
    person = replace(router, origin="192.0.2.7")
    yesterday = replace(person, clock=lambda: router.clock() - timedelta(days=1))
    services.agent_choose(yesterday, agent_id="ana", choice=Choice.OFFLINE, by="mara")
    services.agent_choose(person, agent_id="ana", choice=Choice.PAUSED, reason="Lunch", by="olga")
    services.call_remove(person, call_id="c1", reason="Wrong number", by="mara")
    return router


@pytest.mark.usefixtures("acting")
def test_it_says_who_did_what_to_whom_when_why_and_from_where(supervisor: Client) -> None:
    newest, before = rows(page_of(supervisor, "/trail/"))

    assert re.fullmatch(r"\d\d:\d\d:\d\d UTC mara removed Leo Ruiz Wrong number 192.0.2.7", newest)
    assert re.fullmatch(r"\d\d:\d\d:\d\d UTC olga status changed Ana paused: Lunch 192.0.2.7", before)


def test_queues_and_agents_to_whom_a_call_was_sent_have_their_names(
    supervisor: Client, router: Router
) -> None:
    a_waiting_agent(router, "ana")
    a_waiting_call(router, "c1", caller="Leo Ruiz")
    person = replace(router, origin="192.0.2.7")
    services.call_assign(person, call_id="c1", agent_id="ana", reason="knows it", by="mara")
    services.call_dead_letter(person, call_id="c1", reason="W#Spanish#Any is full", by="mara")
    newest, before = rows(page_of(supervisor, "/trail/"))

    assert "Leo Ruiz Spanish · Any is full 192.0.2.7" in newest
    assert "Leo Ruiz to Ana: knows it 192.0.2.7" in before


@pytest.mark.usefixtures("acting")
def test_who_and_what_in_the_address_narrow_it(supervisor: Client) -> None:
    assert [row.split()[2] for row in rows(page_of(supervisor, "/trail/?by=olga"))] == ["olga"]
    assert [row.split()[2] for row in rows(page_of(supervisor, "/trail/?what=callRemoved"))] == ["mara"]
    nothing = words_of(page_of(supervisor, "/trail/?by=olga&what=callRemoved"))
    assert "No matching changes" in nothing
    assert "2 changes were made" in nothing


def test_each_day_leads_to_the_one_before_and_after(supervisor: Client, acting: Router) -> None:
    today = acting.clock().date()
    yesterday = today - timedelta(days=1)
    page = page_of(supervisor, "/trail/")
    assert f'href="?day={yesterday}&amp;by=&amp;what="' in page
    assert 'rel="next"' not in page
    page = page_of(supervisor, f"/trail/?day={yesterday}")
    assert f'href="?day={today}&amp;by=&amp;what="' in page
    assert len(rows(page)) == 1


@pytest.mark.usefixtures("router")
@pytest.mark.parametrize("day", ["nonsense", "2999-01-01", "0001-01-01"])
def test_a_day_nobody_acted_on_is_said_to_be_empty_and_an_odd_one_is_today(
    supervisor: Client, day: str
) -> None:
    assert "No changes on" in page_of(supervisor, f"/trail/?day={day}")


@pytest.mark.parametrize("name", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_the_day_is_that_of_the_reader_s_time_zone(supervisor: Client, acting: Router, name: str) -> None:
    here = acting.clock().astimezone(ZoneInfo(name)).date()
    supervisor.cookies["zone"] = name
    page = page_of(supervisor, "/trail/")

    assert f"Day in {name}" in page
    assert f'value="{here}"' in page
    assert [who_of(row) for row in rows(page)] == ["mara", "olga"]
    before = rows(page_of(supervisor, f"/trail/?day={here - timedelta(days=1)}"))
    assert [who_of(row) for row in before] == ["mara"]


@pytest.mark.usefixtures("acting")
@pytest.mark.parametrize("zone", ["Nowhere/At-All", "../../etc/passwd", "America", "x" * 300])
def test_a_zone_that_is_not_known_is_utc(supervisor: Client, zone: str) -> None:
    supervisor.cookies["zone"] = zone
    assert "Day in UTC" in page_of(supervisor, "/trail/")


@pytest.mark.usefixtures("acting")
def test_of_a_long_day_the_newest_are_shown_and_it_says_so(
    supervisor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dashboard.trail.views.MOST_ENTRIES", 1)
    page = page_of(supervisor, "/trail/")

    assert len(rows(page)) == 1
    assert "newest 1 of this day" in page


@pytest.mark.usefixtures("router")
def test_while_the_table_is_away_it_says_so(supervisor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_args: object, **_fields: object) -> list[object]:
        raise EngineUnavailableError("http://127.0.0.1:9")

    monkeypatch.setattr("routing.selectors.audit_trail_between", away)
    response = supervisor.get("/trail/")
    assert response.status_code == 503
    assert "cannot be reached" in response.content.decode()


def test_only_supervisors_may_read_it_and_only_they_are_led_there(
    operator: Client, supervisor: Client, router: Router
) -> None:
    assert router.skills.languages
    refused = operator.get("/trail/")
    assert refused.status_code == 403
    assert "Only supervisors may see or do this" in refused.content.decode()
    assert "Audit log" not in page_of(operator, "/queues/")
    assert re.search(r'<a href="/trail/">Audit log</a>', page_of(supervisor, "/queues/"))


def test_the_page_the_reader_is_on_is_marked_in_the_line_of_pages(supervisor: Client, router: Router) -> None:
    a_waiting_call(router, "c1")
    for address, word in (("/trail/", "Audit log"), ("/queues/W%23Spanish%23Any/", "Queues")):
        assert f'aria-current="page">{word}</a>' in page_of(supervisor, address)
