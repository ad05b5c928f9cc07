"""A process that dies while it plays a scenario on the deployment's table: the workers end its calls."""

from datetime import timedelta

import pytest

from routing import selectors
from routing.audit import audit
from routing.calls import CallStatus
from simulation import runs
from simulation.in_real_time.places import CLAIM_SECONDS, place_on_the_deployment
from simulation.in_real_time.progress import Progress
from simulation.models import LoadRun
from simulation.turns import Pace, turn_take
from tests.unit.simulation.sittings import RUN, Sitting, ten_agents

pytestmark = pytest.mark.django_db


class KilledError(BaseException):
    """The process is gone."""


def test_workers_leave_it_alone_while_it_lives_and_end_its_calls_once_it_is_silent() -> None:
    sitting = Sitting(ten_agents(length_seconds=20, patience=None))
    router, clock, renewed = sitting.router, sitting.clock, list[bool]()
    play = sitting.play
    play._close = lambda: False  # type: ignore[method-assign]  # a dead process ends nothing

    with place_on_the_deployment(router, sitting.scenario, run_id=RUN, by="sue") as claim:

        def watch(progress: Progress) -> bool:
            renewed.append(claim.renew(progress, now=clock.now))
            assert runs.lease_take(owner="a worker", now=clock.now) is None
            if progress.elapsed_seconds > 5:
                raise KilledError
            return True

        with pytest.raises(KilledError):
            play.run(watch=watch)
        assert all(renewed)
        assert not all(call.is_ended for call in sitting.calls())

        clock.now += timedelta(seconds=CLAIM_SECONDS)
        for _ in range(3):
            turn_take(router, owner="a worker", pace=Pace(clock.monotonic, clock.sleep))

        assert LoadRun.objects.get().ended_at is not None
        assert not claim.renew(play.progress(), now=clock.now)

    assert {call.status for call in sitting.calls()} <= {CallStatus.COMPLETED, CallStatus.ABANDONED}
    assert audit(router) == []
    assert len(selectors.agents(router)) == 10
