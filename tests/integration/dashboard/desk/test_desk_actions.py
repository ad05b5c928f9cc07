"""Actions at a desk: by its user or a supervisor only, at the version seen."""

import pytest
from django.test import Client

from dashboard.operations.addresses import AT_DESKS
from dynamo.exceptions import EngineUnavailableError
from dynamo.items import Key
from dynamo.table import Table
from routing import selectors
from routing.model.agents import Agent, AgentStatus
from routing.model.calls import Call, CallStatus
from routing.router import Router
from routing.runtime import now
from routing.services import call_abandon
from tests.builders import as_call
from tests.centres import a_call_in, agent_now, an_agent_in, call_now
from tests.integration.dashboard.conftest import Reply, posted
from tests.integration.dashboard.desk.desks import seated
from tests.trails import audit_trail

pytestmark = pytest.mark.django_db
CALL = "ana-call"
ACTIONS = [one.verb for one in AT_DESKS.values()]


@pytest.fixture
def olga(operator: Client) -> Client:
    """Sits at Ana's desk."""
    return seated(operator, "olga")


def act(client: Client, name: str, agent_id: str = "ana", **fields: object) -> Reply:
    return posted(client, f"/desk/{agent_id}/{name}/", fields)


def ringing(router: Router) -> Call:
    return a_call_in(router, CallStatus.OFFERED, CALL, agent_id="ana")


def test_an_offer_is_accepted_and_the_call_completed(olga: Client, router: Router) -> None:
    call = ringing(router)
    accepted = act(olga, "accept", call=CALL, expected_version=call.version)
    talking = call_now(router, CALL)
    completed = act(olga, "complete", call=CALL, expected_version=talking.version)

    assert (accepted.status, accepted.body["agent"]["status"]) == (200, "attendingCall")
    assert accepted.body["call"]["status"] == "inProgress"
    assert (completed.status, completed.body["agent"]["status"]) == (200, "wrapUp")
    assert [note.by for note in call_now(router, CALL).notes[-2:]] == ["olga", "olga"]


def test_an_offer_is_declined(olga: Client, router: Router) -> None:
    call = ringing(router)
    declined = act(olga, "decline", call=CALL, expected_version=call.version)

    assert (declined.status, declined.body["agent"]["status"]) == (200, "available")
    assert call_now(router, CALL).status is CallStatus.QUEUED


def test_a_wrap_up_is_extended_and_ended(olga: Client, router: Router) -> None:
    a_call_in(router, CallStatus.COMPLETED, CALL, agent_id="ana")
    before = agent_now(router, "ana")
    longer = act(olga, "extend-wrap-up", seconds=60, expected_version=before.version)
    after = agent_now(router, "ana")
    ended = act(olga, "end-wrap-up", call=CALL)

    assert longer.status == 200
    assert before.until
    assert after.until
    assert (after.until - before.until).total_seconds() == 60
    assert ended.body["agent"]["status"] == "queued"


def test_what_comes_after_the_call_is_chosen_during_it(olga: Client, router: Router) -> None:
    call = a_call_in(router, CallStatus.IN_PROGRESS, CALL, agent_id="ana")
    chosen = act(olga, "choice", choice="paused", reason="Lunch")
    act(olga, "complete", call=CALL, expected_version=call.version)
    ended = act(olga, "end-wrap-up", call=CALL)

    assert (chosen.body["agent"]["status"], chosen.body["agent"]["choice"]) == ("attendingCall", "paused")
    assert (ended.body["agent"]["status"], ended.body["agent"]["reason"]) == ("paused", "Lunch")


def test_who_comes_too_late_gets_call_and_agent_as_they_are(olga: Client, router: Router) -> None:
    call = ringing(router)
    as_call(call_abandon(router, call_id=CALL))
    late = act(olga, "accept", call=CALL, expected_version=call.version)

    assert late.status == 409
    assert "has since changed: abandoned now. Nothing was done." in late.error
    assert late.body["call"]["status"] == "abandoned"
    assert late.body["agent"]["status"] == "queued"


def test_a_second_tab_that_accepts_as_well_changes_nothing(olga: Client, router: Router) -> None:
    call = ringing(router)
    first = act(olga, "accept", call=CALL, expected_version=call.version)
    again = act(olga, "accept", call=CALL, expected_version=call.version)
    declined = act(olga, "decline", call=CALL, expected_version=call.version)

    assert (first.status, again.status, declined.status) == (200, 200, 409)
    assert again.body["call"]["version"] == first.body["call"]["version"]


def test_a_click_on_an_older_call_does_not_complete_the_next(olga: Client, router: Router) -> None:
    call = a_call_in(router, CallStatus.IN_PROGRESS, CALL, agent_id="ana")
    late = act(olga, "complete", call=CALL, expected_version=call.version - 1)

    assert (late.status, call_now(router, CALL).status) == (409, CallStatus.IN_PROGRESS)


def test_the_call_of_another_agent_is_not_answered_from_here(olga: Client, router: Router) -> None:
    an_agent_in(router, AgentStatus.OFFLINE, "ana")
    other = a_call_in(router, CallStatus.OFFERED, "eva-call", agent_id="eva")
    for name in ("accept", "decline", "complete"):
        assert act(olga, name, call="eva-call", expected_version=other.version).status == 409

    assert call_now(router, "eva-call") == other


@pytest.mark.parametrize("name", ACTIONS)
def test_nobody_else_acts_at_a_desk(operator: Client, router: Router, name: str) -> None:
    before = an_agent_in(router, AgentStatus.OFFERED, "ana")
    seated(operator, "olga", agent_id="bob")
    reply = act(operator, name, call=CALL, choice="offline", seconds=30)

    assert (reply.status, agent_now(router, "ana")) == (403, before)
    assert "somebody else's desk" in reply.error


def test_a_supervisor_acts_at_any_desk_and_is_named(supervisor: Client, router: Router) -> None:
    call = ringing(router)
    accepted = act(supervisor, "accept", call=CALL, expected_version=call.version)

    assert accepted.status == 200
    trail = audit_trail(router, now().date())
    assert [(one.by, one.kinds, one.call_id) for one in trail][:1] == [("mara", ("callAccepted",), CALL)]


@pytest.mark.parametrize("name", ACTIONS)
def test_commands_are_posts_of_people_who_may_see_the_board(
    supervisor: Client, stranger: Client, client: Client, name: str
) -> None:
    assert supervisor.get(f"/desk/ana/{name}/").status_code == 405
    assert act(stranger, name).status == 403
    assert act(client, name).status == 401


@pytest.mark.parametrize(
    ("name", "fields", "sentence"),
    [
        ("accept", {}, "call: a call ID"),
        ("choice", {"choice": "asleep"}, "choice: choose one of ready, paused, offline"),
        ("extend-wrap-up", {"seconds": "soon"}, "seconds: a number of seconds"),
    ],
)
def test_bad_input_names_the_field(
    supervisor: Client, name: str, fields: dict[str, str], sentence: str
) -> None:
    reply = act(supervisor, name, **fields)

    assert (reply.status, reply.error) == (400, sentence)


@pytest.mark.usefixtures("router")
def test_agents_and_calls_that_do_not_exist_are_not_found(supervisor: Client) -> None:
    assert act(supervisor, "choice", "ghost", choice="ready").status == 404
    assert act(supervisor, "accept", call="ghost").status == 404
    assert act(supervisor, "accept", call="x" * 80).status == 404


def away(_router: Router, _agent_id: str) -> Agent:
    raise EngineUnavailableError("http://127.0.0.1:9")


@pytest.mark.parametrize("name", ["accept", "decline", "complete"])
def test_an_answer_has_the_agent_of_the_commit_without_a_second_read(
    supervisor: Client, router: Router, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    status = CallStatus.IN_PROGRESS if name == "complete" else CallStatus.OFFERED
    call = a_call_in(router, status, CALL, agent_id="ana")
    reads, kind = list[str](), type(router.table)
    get = kind.get

    def noted(table: Table, key: Key) -> object:
        reads.append(key.sk)
        return get(table, key)

    monkeypatch.setattr(kind, "get", noted)
    reply = act(supervisor, name, call=CALL, expected_version=call.version)

    assert (reply.status, reads) == (200, ["Call", "Agent#ana"])
    present = agent_now(router, "ana")
    assert (reply.body["agent"]["status"], reply.body["agent"]["version"]) == (
        present.status,
        present.version,
    )


def test_an_answer_stands_even_where_the_agent_cannot_be_read_after_it(
    supervisor: Client, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = ringing(router)
    act(supervisor, "accept", call=CALL, expected_version=call.version)
    monkeypatch.setattr(selectors, "agent", away)
    again = act(supervisor, "accept", call=CALL, expected_version=call.version)

    assert (again.status, "agent" in again.body) == (200, False)
    assert call_now(router, CALL).status is CallStatus.IN_PROGRESS
