"""Django models of runs: request, progress, worker; and agents that a load leaves to people.

Their calls and agents are in the table like all others.
"""

from datetime import datetime

from django.db import models
from django.db.models import Q

from routing.model.calls import MAX_TEXT_LENGTH
from simulation.states import ENDED, LOAD_LEASE_SECONDS, LOST_SECONDS, Place, Progress, RunState, progress_of


class AgentByHand(models.Model):
    """An agent played by a person: a load's callers reach it, but the load does not answer for it."""

    agent_id = models.CharField(primary_key=True, max_length=MAX_TEXT_LENGTH)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"agent {self.agent_id} by hand"


class Scenarios(models.Manager["SimulationRun"]):
    """Runs that end by themselves."""

    def get_queryset(self) -> "models.QuerySet[SimulationRun]":
        return super().get_queryset().filter(is_endless=False)


class Loads(models.Manager["LoadRun"]):
    """Runs without an end."""

    def get_queryset(self) -> "models.QuerySet[LoadRun]":
        return super().get_queryset().filter(is_endless=True)


class SimulationRun(models.Model):
    """A scenario played by a worker, in virtual time or, at another `place`, in real time.

    `done` replications are in the report, `arrived` calls were played, of `expected_calls` in all of them.
    `heard_at` is when its worker last said that it is there; `attempts` counts claims. In real time
    `begins_at` is second 0 of the scenario, `facts` how far it is, and `is_cleared` says that nothing of the
    run is left on any table. Of those that are not cleared one is a scenario, and one is on the deployment's
    table: a scenario or, `is_endless`, the load.
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
    begins_at = models.DateTimeField(null=True, blank=True)
    facts = models.JSONField(default=dict)
    is_cleared = models.BooleanField(default=True)
    is_endless = models.BooleanField(default=False)

    objects = Scenarios()
    every: "models.Manager[SimulationRun]" = models.Manager()

    class Meta:
        default_permissions = ()
        ordering = ("-created_at", "-id")
        constraints = (
            models.UniqueConstraint(
                fields=("is_cleared",),
                condition=Q(is_cleared=False, is_endless=False),
                name="simulation_one_in_real_time",
            ),
            models.UniqueConstraint(
                fields=("place",),
                condition=Q(is_cleared=False, place=Place.DEPLOYMENT),
                name="simulation_one_on_the_deployment",
            ),
        )

    def __str__(self) -> str:
        return f"simulation {self.id}"

    @property
    def has_ended(self) -> bool:
        return self.state in ENDED

    @property
    def is_in_real_time(self) -> bool:
        return self.place != Place.VIRTUAL

    @property
    def lease_seconds(self) -> float:
        """The silence of its worker after which another may claim it."""
        return LOAD_LEASE_SECONDS if self.is_endless else LOST_SECONDS

    def progress(self, now: datetime, *, is_waited_for: bool = False) -> Progress:
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


class LoadRun(SimulationRun):
    """The demo load: callers without an end on the deployment's table. Its `scenario` is a Load's."""

    objects = Loads()  # type: ignore[assignment,misc]  # the proxy sees its own kind alone

    class Meta:
        proxy = True
        default_permissions = ()
        permissions = (("control_load", "Can start and stop the load"),)

    def __str__(self) -> str:
        return f"load run {self.id}"
