"""Contact centre for measuring the operations of a call's life: policies, agents, calls."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import count

from botocore.awsrequest import AWSPreparedRequest

from bench.centre.contact_centre import TABLE, router_on
from dynamo.aws_table import DynamoTable
from dynamo.client import connect
from dynamo.retry import Retry
from routing import selectors, services
from routing.model.calls import Call
from routing.model.outcomes import Conflict
from routing.model.policies import A_DAY, AgentPolicy, Policies, QueuePolicy
from routing.model.steps import Step
from routing.router import Router

# Length of a subject's status in seconds, far longer than the benchmark; entries of the start are due after a
# day.
SOON = 900
POLICIES = Policies(
    AgentPolicy(
        max_missed_offers=100,
        declined_rest_seconds=SOON,
        no_answer_rest_seconds=SOON,
        longest_wrap_up_seconds=A_DAY,
    ),
    QueuePolicy(ring_seconds=SOON, wrap_up_seconds=SOON, collect_seconds=SOON, promote_after_seconds=A_DAY),
)
LANGUAGE = "Spanish"
NOBODY_LEFT = "no agent is left for the benchmark; give it more"


class Wire:
    """Names every request that a client sends, retries included."""

    def __init__(self, endpoint: str) -> None:
        self.sent: list[str] = []
        self.client = connect(
            endpoint_url=endpoint,
            region="eu-central-1",
            access_key="local",
            secret_key="local",  # noqa: S106 - the embedded engine checks none
        )
        self.client.meta.events.register("before-send.dynamodb", self._note)

    def _note(self, request: AWSPreparedRequest, **_: object) -> None:
        target = request.headers["X-Amz-Target"]
        name = target.decode() if isinstance(target, bytes) else str(target)
        self.sent.append(name.rpartition(".")[2])


@dataclass
class LifeCentre:
    """The measured router, its requests, and subjects in the status an operation needs."""

    wire: Wire
    router: Router
    _waiting: Iterator[int]
    _agents: Iterator[int]
    _ringing: list[tuple[str, str]] = field(default_factory=list)

    def waiting(self) -> tuple[str, str]:
        """A waiting call from the end of the line, without an agent."""
        return f"call-{next(self._waiting):06d}", ""

    def queued_agent(self) -> tuple[str, str]:
        """A waiting agent from the end of the line, without a call."""
        number = next(self._agents)
        if number < 0:
            raise RuntimeError(NOBODY_LEFT)
        return "", f"agent-{number:06d}"

    def queued_speaker(self) -> tuple[str, str]:
        """The same among speakers of one language."""
        while True:
            _, agent_id = self.queued_agent()
            agent = selectors.agent(self.router, agent_id)
            if agent is not None and LANGUAGE in agent.languages:
                return "", agent_id

    def created(self) -> tuple[str, str]:
        """A created call, not queued yet."""
        return call_of(services.call_create(self.router, language=LANGUAGE)).call_id, ""

    def ringing(self) -> tuple[str, str]:
        """A ringing call, and its agent."""
        if not self._ringing:
            matches = services.match_once(self.router).matches
            self._ringing = [(match.call.call_id, match.agent.agent_id) for match in matches]
        if not self._ringing:
            raise RuntimeError(NOBODY_LEFT)
        return self._ringing.pop()

    def settle(self) -> None:
        """Puts leftover ringing calls and their agents back to their old places."""
        for call_id, _ in self._ringing:
            call_of(services.call_restore(self.router, call_id=call_id))
        self._ringing.clear()

    def talking(self) -> tuple[str, str]:
        """A call in progress, and its agent."""
        call_id, agent_id = self.ringing()
        call_of(services.call_accept(self.router, call_id=call_id, agent_id=agent_id))
        return call_id, agent_id

    def writing(self) -> tuple[str, str]:
        """A completed call, and its agent in wrap-up."""
        call_id, agent_id = self.talking()
        call_of(services.call_complete(self.router, call_id=call_id))
        return call_id, agent_id

    def resting(self) -> tuple[str, str]:
        """A declined call, and its agent at rest."""
        call_id, agent_id = self.ringing()
        call_of(services.call_decline(self.router, call_id=call_id, agent_id=agent_id))
        return call_id, agent_id

    def dead(self) -> tuple[str, str]:
        """A dead letter."""
        call_id, _ = self.waiting()
        call_of(services.call_dead_letter(self.router, call_id=call_id, reason="benchmark"))
        return call_id, ""

    def stepping(self) -> tuple[str, str]:
        """A call that will soon drop a preference."""
        steps = (Step("F", seconds=SOON + 1), Step("Any"))
        call = services.call_enqueue(self.router, language=LANGUAGE, priority=9, steps=steps)
        return call_of(call).call_id, ""

    def rising(self) -> tuple[str, str]:
        """A call that will soon be promoted."""
        return self._queued_with(promote_after_seconds=SOON), ""

    def overflowing(self) -> tuple[str, str]:
        """A call that will soon have waited too long."""
        return self._queued_with(max_wait_seconds=SOON), ""

    def _queued_with(self, **policy: float) -> str:
        quick = Policies(POLICIES.agents, replace(POLICIES.default, **policy))  # type: ignore[arg-type]  # seconds all
        call = services.call_enqueue(replace(self.router, policies=quick), language=LANGUAGE, priority=9)
        return call_of(call).call_id

    def later(self, seconds: float) -> Router:
        """The router some seconds later."""
        clock = self.router.clock

        def then() -> datetime:
            return clock() + timedelta(seconds=seconds)

        return replace(self.router, clock=then)


def life_centre(endpoint: str, *, agents: int, calls: int) -> LifeCentre:
    """A centre on a table filled with waiting agents and calls."""
    wire = Wire(endpoint)
    table = DynamoTable(wire.client, TABLE, retry=Retry(deadline_seconds=30), tokens=False)
    router = replace(router_on(endpoint), table=table, policies=POLICIES)
    return LifeCentre(wire, router, count(calls - 1, -1), count(agents - 1, -1))


def call_of(answer: Call | Conflict | None) -> Call:
    """The call in a service's answer. Raises RuntimeError for another answer."""
    if not isinstance(answer, Call):
        raise RuntimeError(f"the benchmark's subject is not as it should be: {answer}")
    return answer
