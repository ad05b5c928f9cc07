"""Django models of runs: request, progress, worker; and agents that a load leaves to people.

A load run plays on the deployment's table; a simulation in virtual time, on its own table, or there too.

Their calls and agents are in the table like all others.
"""

from datetime import datetime

from django.db import models
from django.db.models import BooleanField, ExpressionWrapper, Q

from routing.model.calls import MAX_TEXT_LENGTH
from simulation.arrivals import Mark
from simulation.durations import Durations, Exponential, Uniform
from simulation.load.load_plan import Plan
from simulation.people.callers import Wish
from simulation.states import ENDED, Place, Progress, RunState, progress_of

# Answer times have bounds on both sides.
ANSWER_SPREAD = (0.5, 1.5)


class AgentByHand(models.Model):
    """An agent played by a person: a load's callers reach it, but the load does not answer for it."""

    agent_id = models.CharField(primary_key=True, max_length=MAX_TEXT_LENGTH)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"agent {self.agent_id} by hand"


class LoadRun(models.Model):
    """One load run. Durations are means in seconds, `rate` is in calls per second, `staff` are ids of agents.

    If `simulation` is set, that simulation has the deployment's table, and no load is played.
    """

    id = models.CharField(primary_key=True, max_length=12)
    seed = models.BigIntegerField()
    rate = models.FloatField()
    agents = models.PositiveIntegerField()
    wishes = models.JSONField(default=list)
    staff = models.JSONField(default=list)
    answer_seconds = models.FloatField()
    talk_seconds = models.FloatField()
    wrap_up_seconds = models.FloatField()
    patience_seconds = models.FloatField()
    started_at = models.DateTimeField()
    started_by = models.CharField(max_length=150, blank=True)
    stop_requested_at = models.DateTimeField(null=True, blank=True)
    stopped_by = models.CharField(max_length=150, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    arrived = models.PositiveIntegerField(default=0)
    arrived_seconds = models.FloatField(default=0.0)
    missed = models.PositiveIntegerField(default=0)
    lease_owner = models.CharField(max_length=100, blank=True)
    lease_until = models.DateTimeField()
    error = models.TextField(blank=True)
    simulation = models.CharField(max_length=12, blank=True)

    class Meta:
        default_permissions = ()
        permissions = (("control_load", "Can start and stop the load"),)
        constraints = (
            models.UniqueConstraint(
                # The expression has one value for all runs that have not ended, so there is at most one.
                ExpressionWrapper(Q(ended_at=None), output_field=BooleanField()),
                condition=Q(ended_at=None),
                name="simulation_one_live_run",
            ),
        )

    def __str__(self) -> str:
        return f"load run {self.id}"

    @property
    def mark(self) -> Mark:
        """The position of the run in its arrivals."""
        return Mark(self.arrived, self.arrived_seconds)

    @property
    def plan(self) -> Plan:
        """The plan made at the start of the run."""
        least, most = (share * self.answer_seconds for share in ANSWER_SPREAD)
        return Plan(
            run_id=self.id,
            seed=self.seed,
            rate=self.rate,
            wishes=tuple(Wish(**wish) for wish in self.wishes),
            durations=Durations(
                seed=self.seed,
                answer_delay=Uniform(least, most),
                talk=Exponential(self.talk_seconds),
                wrap_up=Exponential(self.wrap_up_seconds),
                patience=Exponential(self.patience_seconds),
            ),
            started_at=self.started_at,
        )


class SimulationRun(models.Model):
    """A scenario played by a worker, in virtual time or, at another `place`, in real time.

    `done` replications are in the report, `arrived` calls were played, of `expected_calls` in all of them.
    `heard_at` is the last heartbeat of its worker; `attempts` counts workers. In real time `begins_at` is
    second 0 of the scenario, `facts` its progress, and `is_cleared`: nothing of the run is left on any table.
    At most one run is not cleared.
    """

    id = models.CharField(primary_key=True, max_length=12)
    name = models.CharField(max_length=80)
    scenario = models.JSONField()
    replications = models.PositiveIntegerField()
    expected_calls = models.FloatField()
    state = models.CharField(max_length=10, choices=[(one.value, one.value) for one in RunState])
    done = models.PositiveIntegerField(default=0)
    arrived = models.PositiveBigIntegerField(default=0)
    attempts = models.PositiveIntegerField(default=0)
    owner = models.CharField(max_length=100, blank=True)
    created_at = models.DateTimeField()
    created_by = models.CharField(max_length=150, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    heard_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    stopped_by = models.CharField(max_length=150, blank=True)
    error = models.TextField(blank=True)
    report = models.JSONField(null=True, blank=True)
    sheet = models.TextField(blank=True)
    place = models.CharField(
        max_length=10, choices=[(one.value, one.value) for one in Place], default=Place.VIRTUAL
    )
    shares = models.PositiveSmallIntegerField(default=1)
    begins_at = models.DateTimeField(null=True, blank=True)
    facts = models.JSONField(default=dict)
    is_cleared = models.BooleanField(default=True)

    class Meta:
        default_permissions = ()
        ordering = ("-created_at", "-id")
        constraints = (
            models.UniqueConstraint(
                fields=("is_cleared",), condition=Q(is_cleared=False), name="simulation_one_in_real_time"
            ),
        )

    def __str__(self) -> str:
        return f"simulation {self.id}"

    @property
    def has_ended(self) -> bool:
        """Whether it has ended."""
        return self.state in ENDED

    @property
    def is_in_real_time(self) -> bool:
        """Whether it is played in real time."""
        return self.place != Place.VIRTUAL

    def progress(self, now: datetime, *, is_waited_for: bool = False) -> Progress:
        """Its progress."""
        return progress_of(
            state=RunState(self.state),
            done=self.done,
            total=self.replications,
            arrived=self.arrived,
            expected_calls=self.expected_calls,
            started_at=self.started_at,
            heard_at=self.heard_at,
            now=now,
            is_waited_for=is_waited_for,
        )


class SimulationShare(models.Model):
    """The part of a simulation in real time for one process: every `shares`-th arrival, from `number` on.

    Free while it has no owner. `is_over` dismisses the owner, `has_left`: it has left.
    """

    run = models.ForeignKey(SimulationRun, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveSmallIntegerField()
    owner = models.CharField(max_length=100, blank=True)
    heard_at = models.DateTimeField()
    arrived = models.PositiveIntegerField(default=0)
    refused = models.PositiveIntegerField(default=0)
    errors = models.PositiveIntegerField(default=0)
    conflicts = models.PositiveIntegerField(default=0)
    is_over = models.BooleanField(default=False)
    has_left = models.BooleanField(default=False)

    class Meta:
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=("run", "number"), name="simulation_share_once"),)

    def __str__(self) -> str:
        return f"share {self.number} of simulation {self.run_id}"
