"""Router: table, skills, policies, clock, ids and subscribers for every service and selector."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any, NamedTuple, Protocol

from dynamo.conditions import Condition
from dynamo.items import Attributes, Key
from dynamo.table import Table
from dynamo.transaction import Transaction
from routing.model.agents import Agent
from routing.model.calls import Call, Note
from routing.model.command import Command
from routing.model.contact_outcomes import ContactOutcomes
from routing.model.copies import replace
from routing.model.events import Emit, nobody_listens
from routing.model.hours.admission import Admission, admission, through
from routing.model.hours.opening import ALWAYS_OPEN, Hours, Rule
from routing.model.outcomes import Conflict
from routing.model.people.pause_totals import DayOf
from routing.model.people.reach import EVERY_AGENT, Reach
from routing.model.policies import Policies, QueuePolicy
from routing.model.queues import QueueKey
from routing.model.settings.pause_reasons import PauseReasons
from routing.model.settings.skill_names import Names
from routing.model.settings.teams import Teams
from routing.model.skills import Skills
from routing.model.waiting_rules import overflows_to


class Put(NamedTuple):
    """An item of another table, which its key names, put in the transaction of a change; None: removed."""

    key: Key
    attributes: Attributes | None
    when: Condition | None = None


class Companions(Protocol):
    """What is written beside a call that belongs to a conversation, in the same transaction."""

    def beside(
        self, before: Call | None, after: Call, notes: Sequence[Note], *, operation_id: str
    ) -> Sequence[Put] | Conflict:
        """The items to put beside one change, or why there must be no change, which is the answer then.

        May read. It is asked again, for another operation id, if one of its items was refused.
        """


class _Alone:
    def beside(self, *_change: object, **_named: object) -> Sequence[Put]:
        """Nothing."""
        return ()


no_companions: Companions = _Alone()


class Activity(NamedTuple):
    """When somebody has last written in a conversation, and whether that was its customer."""

    at: datetime
    of_customer: bool = False


# The last activity in the conversation of a chat; None if that is unknown.
LastActivity = Callable[[Call], Activity | None]


def nobody_writes(_call: Call) -> Activity | None:
    """A `LastActivity` for programs and tests without conversations."""
    return None


def no_policy(_scene: str) -> Mapping[str, Any]:
    """What scenes set of policies where there are none."""
    return {}


def no_hours(_scene: str, _hours: Hours) -> Rule | None:
    """The opening hours of scenes where there are none."""
    return None


@dataclass(frozen=True)
class ScheduleUse:
    """The schedules of scenes, by its name; `check` refuses a transaction once a scene has changed."""

    by_scene: Mapping[str, str]
    check: Callable[[Transaction], None]

    def scenes_with(self, schedule: str) -> list[str]:
        """The names of the scenes with a schedule."""
        return [name for name, its in self.by_scene.items() if its == schedule]


def no_scenes() -> ScheduleUse:
    """The schedules of scenes where there are none."""
    return ScheduleUse({}, lambda _transaction: None)


def utc_day(at: datetime) -> date:
    """The day of a moment where no time zone is set."""
    return at.astimezone(UTC).date()


def as_made(router: "Router") -> "Router":
    """Settings that nobody changes, as in virtual time, in simulations and tests."""
    return router


@dataclass
class Seen:
    """A call and an agent as somebody has just seen them: each is used once, in place of a read.

    `absent` is the id of a call that is not in the table. What is written is guarded by the versions seen.
    """

    call: Call | None = None
    agent: Agent | None = None
    absent: str = ""

    def take_call(self, call_id: str) -> Call | None:
        """The call as seen, the first time it is wanted."""
        call, self.call = self.call, None
        return call if call is not None and call.call_id == call_id else None

    def take_agent(self, agent_id: str) -> Agent | None:
        """The agent as seen, the first time it is wanted."""
        agent, self.agent = self.agent, None
        return agent if agent is not None and agent.agent_id == agent_id else None

    def take_absence(self, call_id: str) -> bool:
        """Whether the call was seen to be absent, the first time it is wanted."""
        absent, self.absent = self.absent, ""
        return bool(absent) and absent == call_id

    def forget(self) -> None:
        """Forgets all of it: from now on everything is read."""
        self.call, self.agent, self.absent = None, None, ""


@dataclass(frozen=True)
class Router:
    """One contact centre on one table.

    `clock` gives the time in UTC, for people only: order comes from tickets. `new_id` gives a new unique text
    of at most 36 characters. `newest_first` names the queues served from their end. `origin` is the place a
    user acts from (an address, "command line"): changes then go into the audit trail. `actor` names that
    user, in the trail and in the history of calls, unless the operation does; `reach` has the agents for whom
    that user may act. `command` is the request with an idempotency key, if any: it is carried out once.
    `left_out` are the items that the sweeps of this process could not act on, and when. `wrote`, if given,
    gets the agents that each commit wrote, by id. `seen`, if given, is for one operation, which then writes
    first and reads only when refused. `outcomes` and `pauses` are those that agents choose from, `day_of`
    gives the day of a pause. `teams` are those that agents belong to, `names` those shown for skills and
    queues, `hours` the opening hours of call queues. Of chats: `companions` are written beside
    their changes, `last_activity` keeps one from being closed as idle, `chat_slots` are those of a new chat
    row, `scene_policy` gives fields of policies by scene, `scene_hours` its opening hours, `schedule_use`
    reads the schedules of all scenes, and without `chats_during_calls` no chat is offered to an agent who has
    a call or writes one up. `follow` gives a router with the settings as they are now.
    """

    table: Table
    skills: Skills
    clock: Callable[[], datetime]
    new_id: Callable[[], str]
    emit: Emit = nobody_listens
    strategy: str = "batched"
    newest_first: frozenset[QueueKey] = frozenset()
    policies: Policies = field(default_factory=Policies)
    origin: str = ""
    actor: str = ""
    reach: Reach = EVERY_AGENT
    left_out: dict[Key, datetime] = field(default_factory=dict, compare=False)
    command: Command | None = None
    wrote: dict[str, Agent] | None = None
    seen: Seen | None = None
    companions: Companions = no_companions
    last_activity: LastActivity = nobody_writes
    chat_slots: int = 3
    chats_during_calls: bool = True
    outcomes: ContactOutcomes = field(default_factory=ContactOutcomes)
    pauses: PauseReasons = field(default_factory=PauseReasons)
    day_of: DayOf = utc_day
    teams: Teams = field(default_factory=Teams)
    names: Names = field(default_factory=Names)
    hours: Hours = ALWAYS_OPEN
    scene_policy: Callable[[str], Mapping[str, Any]] = no_policy
    scene_hours: Callable[[str, Hours], Rule | None] = no_hours
    schedule_use: Callable[[], ScheduleUse] = no_scenes
    follow: Callable[["Router"], "Router"] = as_made

    def current(self) -> "Router":
        """This router with the settings as they are now: for work that goes on while settings change."""
        return self.follow(self)

    def for_part(self, part: str) -> "Router":
        """The router for one of several transactions of the command, if there is a command."""
        return replace(self, command=replace(self.command, part=part)) if self.command else self

    def queue_of(self, call: Call) -> QueueKey:
        """The call queue that a call waits in, or would wait in."""
        return call.queue(topics=bool(self.skills.topics))

    def admission(self, queue: QueueKey, scene: str = "") -> Admission:
        """Whether a contact that comes to a call queue now may wait; a chat that comes through a scene."""

        def of_queue(at: datetime) -> Admission:
            return admission(self.hours, queue, at, overflow=self._overflow_of)

        rule = self.scene_hours(scene, self.hours) if scene else None
        return through(rule, self.clock(), of_queue=of_queue)

    def _overflow_of(self, queue: QueueKey) -> QueueKey | None:
        return overflows_to(self.policies.of(queue), self.skills)

    def policy_of(self, call: Call) -> QueuePolicy:
        policy = self.policies.of(self.queue_of(call))
        own = self.scene_policy(call.scene) if call.scene else None
        return replace(policy, **own) if own else policy
