"""Django models of the history: one row for each ended call, figures by interval.

All of it is derived from the calls in the table, which are the truth, and can be derived again at any time.
Whole milliseconds, so that a sum does not depend on its order.
"""

from django.db import models

MOST_CHARACTERS = 255


class Outcome(models.TextChoices):
    """Outcome of a call, as the board counts it."""

    ANSWERED = "answered"
    ABANDONED = "abandoned"
    SET_ASIDE = "setAside"


class CallRecord(models.Model):
    """One ended call. `quarter` is the quarter of an hour in which it was queued.

    That and `waited_ms` are None for a call never queued. `wrap_up_ms` is None during wrap-up, and if its
    length is unknown; `hold_ms` always: the router has no hold. `target_ms` is the target of the service
    level when the call was first recorded, `response_target_ms` that of a chat's first response. `scene` and
    what concerns first responses are of chats; `rating` is 0 without one. `search` is the searchable text, as
    `reporting.history.folding` writes it; empty only in records older than that column.
    """

    call_id = models.CharField(primary_key=True, max_length=MOST_CHARACTERS)
    version = models.PositiveBigIntegerField()
    queue = models.CharField(max_length=MOST_CHARACTERS)
    agent_group = models.CharField(max_length=MOST_CHARACTERS)
    agent_id = models.CharField(max_length=MOST_CHARACTERS, blank=True)
    agent_name = models.CharField(max_length=MOST_CHARACTERS, blank=True)
    caller = models.CharField(max_length=MOST_CHARACTERS, blank=True)
    search = models.TextField(blank=True)
    source = models.CharField(max_length=MOST_CHARACTERS, blank=True)
    attempts = models.PositiveIntegerField(null=True)
    priority = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=20)
    outcome = models.CharField(max_length=20, choices=Outcome.choices)
    created_at = models.DateTimeField()
    queued_at = models.DateTimeField(null=True)
    quarter = models.DateTimeField(null=True)
    answered_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(db_index=True)
    waited_ms = models.BigIntegerField(null=True)
    talk_ms = models.BigIntegerField()
    hold_ms = models.BigIntegerField(null=True)
    wrap_up_ms = models.BigIntegerField(null=True)
    target_ms = models.BigIntegerField()
    within_target = models.BooleanField()
    abandoned_soon = models.BooleanField()
    scene = models.CharField(max_length=MOST_CHARACTERS, blank=True, default="")
    outcome_code = models.CharField(max_length=MOST_CHARACTERS, blank=True, default="")
    responded_ms = models.BigIntegerField(null=True)
    response_target_ms = models.BigIntegerField(null=True)
    responded_within = models.BooleanField(default=False)
    rating = models.PositiveSmallIntegerField(default=0)

    class Meta:
        default_permissions = ()
        indexes = (
            models.Index(fields=("queue", "quarter"), name="reporting_calls_of_quarter"),
            models.Index(fields=("caller", "ended_at"), name="reporting_calls_of_caller"),
            models.Index(
                fields=("call_id",), condition=models.Q(search=""), name="reporting_calls_unsearchable"
            ),
        )

    def __str__(self) -> str:
        return f"call {self.call_id}"


class Interval(models.Model):
    """The ended calls of one queue, agent group and scene queued within some minutes from `start` on.

    `waited_ms` is the sum over the answered ones, `longest_wait_ms` the most of any. `abandoned_soon` are the
    abandoned ones within the short-abandon limit. Of chats also: first responses, how many in time, the sum
    of their times; ratings and their sum.
    """

    start = models.DateTimeField()
    length_minutes = models.PositiveSmallIntegerField()
    queue = models.CharField(max_length=MOST_CHARACTERS)
    agent_group = models.CharField(max_length=MOST_CHARACTERS)
    offered = models.PositiveIntegerField(default=0)
    answered = models.PositiveIntegerField(default=0)
    abandoned = models.PositiveIntegerField(default=0)
    abandoned_soon = models.PositiveIntegerField(default=0)
    set_aside = models.PositiveIntegerField(default=0)
    within_target = models.PositiveIntegerField(default=0)
    waited_ms = models.BigIntegerField(default=0)
    longest_wait_ms = models.BigIntegerField(default=0)
    talk_ms = models.BigIntegerField(default=0)
    hold_ms = models.BigIntegerField(null=True)
    wrap_up_ms = models.BigIntegerField(null=True)
    scene = models.CharField(max_length=MOST_CHARACTERS, blank=True, default="")
    responded = models.PositiveIntegerField(default=0)
    responded_within = models.PositiveIntegerField(default=0)
    responded_ms = models.BigIntegerField(default=0)
    rated = models.PositiveIntegerField(default=0)
    ratings = models.PositiveIntegerField(default=0)

    class Meta:
        default_permissions = ()
        constraints = (
            models.UniqueConstraint(
                fields=("length_minutes", "start", "queue", "agent_group", "scene"),
                name="reporting_interval_of_scene",
            ),
        )

    def __str__(self) -> str:
        return f"{self.queue} from {self.start:%Y-%m-%d %H:%M} UTC, {self.length_minutes} min"
