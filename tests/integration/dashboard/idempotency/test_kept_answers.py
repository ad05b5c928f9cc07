"""Kept answers of commands on Django's database: stored with the change or not at all, for a day."""

import pytest
from django.test import Client

from accounts.models import Seat
from dashboard.models import KeptAnswer
from dynamo.exceptions import EngineUnavailableError
from dynamo.transaction import Outcome, Transaction
from routing import runtime
from routing.model.command import KEPT
from routing.router import Router
from routing.storage.keys import COMMAND_PREFIX, COMMAND_SORT
from simulation.models import LoadRun
from simulation.states import RunState
from tests.builders import FakeClock, a_waiting_agent
from tests.integration.dashboard.conftest import Reply

pytestmark = pytest.mark.django_db
TAKE, SEAT = "/seats/take/", {"agent": "ana", "user": "mara"}


def posted(client: Client, address: str, fields: dict[str, str], *, key: str = "click-of-mine") -> Reply:
    headers = {"accept": "application/json", "idempotency-key": key}
    response = client.post(address, fields, headers=headers)
    return Reply(response.status_code, response.json(), dict(response.headers))


def test_what_could_not_be_written_down_is_neither_done_nor_kept(
    supervisor: Client, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_waiting_agent(router, "ana")
    table = runtime.router().table
    commit = table.commit

    def only_claims(transaction: Transaction) -> Outcome:
        if not transaction.actions[0].key.pk.startswith(COMMAND_PREFIX):
            raise EngineUnavailableError("the engine")
        return commit(transaction)

    with monkeypatch.context() as broken:
        broken.setattr(table, "commit", only_claims)
        assert posted(supervisor, TAKE, SEAT).status == 503
    assert not Seat.objects.exists()
    assert not KeptAnswer.objects.exists()

    assert [posted(supervisor, TAKE, SEAT).status for _ in range(2)] == [200, 200]
    assert Seat.objects.get().agent_id == "ana"


def test_sent_again_it_undoes_nothing_that_came_later(supervisor: Client, router: Router) -> None:
    a_waiting_agent(router, "ana")
    first = posted(supervisor, TAKE, SEAT)
    posted(supervisor, "/seats/leave/", {"user": "mara"}, key="a-later-click")

    assert posted(supervisor, TAKE, SEAT).body == first.body
    assert not Seat.objects.exists()


def test_the_stop_of_one_load_stops_no_later_one(supervisor: Client, router: Router) -> None:
    assert router.table.exists()
    load = {"rate": "1", "agents": "1"}
    posted(supervisor, "/load/start/", load, key="first-start")
    posted(supervisor, "/load/stop/", {}, key="first-stop")
    LoadRun.objects.update(is_cleared=True)
    second = posted(supervisor, "/load/start/", load, key="second-start")
    posted(supervisor, "/load/stop/", {}, key="first-stop")

    assert second.status == 200
    assert LoadRun.objects.get(is_cleared=False).state == RunState.RUNNING


def test_it_is_kept_as_long_as_its_key(
    supervisor: Client, router: Router, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_waiting_agent(router, "ana")
    posted(supervisor, TAKE, SEAT)
    posted(supervisor, "/seats/leave/", {"user": "mara"}, key="a-later-click")
    claims = {
        str(item["pk"]): item["ExpiresAt"] for item in router.table.scan() if item["sk"] == COMMAND_SORT
    }
    kept = {f"{COMMAND_PREFIX}{one.key}": one.expires_at for one in KeptAnswer.objects.all()}
    assert claims == kept

    tomorrow = FakeClock(runtime.now() + KEPT)
    monkeypatch.setattr("dashboard.operations.kept_answers.now", tomorrow)
    monkeypatch.setattr(
        "dashboard.operations.acting.router",
        lambda: Router(router.table, router.skills, tomorrow, router.new_id),
    )
    assert posted(supervisor, TAKE, SEAT).status == 200
    assert Seat.objects.exists(), "it is another command by then"
    assert KeptAnswer.objects.count() == 1
