"""Seats: assigned by supervisors, chosen by operators in a demo, one user per desk."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from accounts.models import Seat
from dynamo.exceptions import EngineUnavailableError
from routing.model.agents import AgentStatus
from routing.model.trail import SEAT_LEFT, SEAT_TAKEN
from routing.router import Router
from routing.services import agent_create
from simulation.models import AgentByHand
from tests.integration.dashboard.conftest import Reply, a_user, posted, signed_in
from tests.trails import audit_trail

pytestmark = pytest.mark.django_db
BROWSER = {"accept": "text/html"}


@pytest.fixture(autouse=True)
def _agents(router: Router) -> None:
    for agent_id, name in (("ana", "Ana Torres"), ("bob", "Bob Lang")):
        agent_create(
            router,
            name=name,
            gender="F",
            languages=["Spanish"],
            agent_id=agent_id,
            status=AgentStatus.OFFLINE,
        )


def take(client: Client, agent: str, user: str = "") -> Reply:
    return posted(client, "/seats/take/", {"agent": agent, "user": user})


def seats() -> dict[str, str]:
    return dict(Seat.objects.values_list("user__username", "agent_id"))


def test_a_supervisor_seats_an_operator_and_frees_the_desk_again(
    supervisor: Client, operator: Client
) -> None:
    seated = take(supervisor, "ana", "olga")
    page = operator.get("/desk/").content.decode()

    assert (seated.status, seats()) == (200, {"olga": "ana"})
    assert "Ana Torres" in page
    assert posted(supervisor, "/seats/leave/", {"user": "olga"}).status == 200
    assert seats() == {}


@pytest.mark.usefixtures("operator")
def test_who_gave_a_seat_is_written_down(supervisor: Client) -> None:
    take(supervisor, "ana", "olga")

    assert Seat.objects.get().given_by == "mara"


@pytest.mark.usefixtures("operator")
def test_who_seats_and_frees_is_in_the_audit_trail_once_each(supervisor: Client, router: Router) -> None:
    for _ in range(2):
        take(supervisor, "ana", "olga")
    for _ in range(2):
        posted(supervisor, "/seats/leave/", {"user": "olga"})
    left, taken = audit_trail(router, router.clock().date())

    assert [taken.kinds, left.kinds] == [(SEAT_TAKEN,), (SEAT_LEFT,)]
    for entry in (taken, left):
        assert (entry.by, entry.origin, entry.agent_id) == ("mara", "127.0.0.1", "ana")
        assert entry.reason == "user olga"


@pytest.mark.usefixtures("operator")
def test_what_cannot_be_written_down_is_not_done(supervisor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_args: object, **_fields: object) -> None:
        raise EngineUnavailableError("http://127.0.0.1:9")

    monkeypatch.setattr("accounts.seats.trail_write", away)
    refused = take(supervisor, "ana", "olga")

    assert (refused.status, "Nothing was changed" in refused.error, seats()) == (503, True, {})


def test_in_a_demo_operators_choose_their_desk_themselves(operator: Client, settings: Settings) -> None:
    settings.DEMO = True
    chosen = operator.get("/desk/").content.decode()
    taken = take(operator, "ana")

    assert "Sit here, at the desk of Ana Torres" in chosen
    assert (taken.status, seats()) == (200, {"olga": "ana"})
    assert "<b>Leave this desk?</b>" in operator.get("/desk/").content.decode()


def test_elsewhere_they_have_to_be_seated(operator: Client) -> None:
    page = operator.get("/desk/").content.decode()
    taken = take(operator, "ana")

    assert "You have no desk yet" in page
    assert "Sit at" not in page
    assert (taken.status, seats()) == (403, {})
    assert "Ask one to give you" in taken.error


def test_an_operator_seats_nobody_else_even_in_a_demo(operator: Client, settings: Settings) -> None:
    settings.DEMO = True
    a_user("otto", "operators")

    assert take(operator, "ana", "otto").status == 403
    assert posted(operator, "/seats/leave/", {"user": "otto"}).status == 403


@pytest.mark.usefixtures("operator")
def test_a_desk_that_is_taken_stays_so(supervisor: Client) -> None:
    take(supervisor, "ana", "olga")
    second = take(supervisor, "ana")

    assert (second.status, second.error) == (409, "olga is already at the desk of Ana Torres.")
    assert seats() == {"olga": "ana"}


def test_who_moves_leaves_the_desk_of_before_and_loads_answer_there_again(supervisor: Client) -> None:
    take(supervisor, "ana")
    take(supervisor, "bob")

    assert seats() == {"mara": "bob"}
    assert [one.agent_id for one in AgentByHand.objects.all()] == ["bob"]
    posted(supervisor, "/seats/leave/", {})
    posted(supervisor, "/seats/leave/", {})
    assert not AgentByHand.objects.exists()


@pytest.mark.usefixtures("stranger")
@pytest.mark.parametrize(
    ("agent", "user", "status", "sentence"),
    [
        ("nobody", "", 404, "agent: there is no agent 'nobody'"),
        ("x" * 81, "", 400, "agent: an agent ID"),
        ("ana", "nobody", 400, "user: there is no user 'nobody' with access to the dashboard"),
        ("ana", "ghost", 400, "user: there is no user 'ghost' with access to the dashboard"),
    ],
)
def test_what_cannot_be_is_named(
    supervisor: Client, agent: str, user: str, status: int, sentence: str
) -> None:
    reply = take(supervisor, agent, user)

    assert (reply.status, reply.error, seats()) == (status, sentence, {})


def test_agents_are_searched_by_name(supervisor: Client) -> None:
    found = supervisor.get("/seats/", {"q": "tORR"}).content.decode()
    nothing = supervisor.get("/seats/", {"q": "Zoe"}).content.decode()

    assert "Ana Torres" in found
    assert "Bob Lang" not in found
    assert "No agents found" in nothing


def test_a_status_has_its_icon_colour_and_word(supervisor: Client) -> None:
    page = supervisor.get("/desk/").content.decode()

    assert page.count('<td class="status"><span class="pill tone-grey">') == 2
    assert page.count('<use href="#icon-off"></use></svg>Offline</span>') == 2


def test_many_desks_come_in_pages(supervisor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dashboard.pages.paging.PAGE_SIZE", 1)
    found = supervisor.get("/seats/", {"page": "2"}).content.decode()

    assert 'href="/agents/bob/"' in found
    assert "Ana Torres" not in found
    assert 'rel="prev" href="?page=1"' in found


def test_a_plain_form_leads_to_the_desk(supervisor: Client) -> None:
    response = supervisor.post("/seats/take/", {"agent": "ana", "back": "/desk/"}, headers=BROWSER)
    page = supervisor.get("/desk/").content.decode()

    assert response.headers["Location"] == "/desk/"
    assert "mara is now at the desk of Ana Torres." in page


def test_strangers_see_no_desks(stranger: Client, client: Client) -> None:
    assert stranger.get("/seats/").status_code == 403
    assert take(stranger, "ana").status == 403
    assert take(client, "ana").status == 401


def test_the_seat_goes_with_its_user(supervisor: Client) -> None:
    take(supervisor, "ana")
    User.objects.all().delete()

    assert take(signed_in(a_user("maya", "supervisors")), "ana").status == 200
