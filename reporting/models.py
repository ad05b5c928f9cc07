"""Django models of reporting: the history, and messages of webhooks.

The history has one row for each ended call, and figures by interval. All of it is derived from the calls in
the table, which are the truth, and can be derived again at any time. Whole milliseconds, so that a sum does
not depend on its order.
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
    what concerns first responses are of chats; `agent_group` is the team of the
    agent who answered, empty without one; `rating` is 0 without one. `search` is the searchable text, as
    `routing.folding` writes it; empty only in records older than that column.
    """

    call_id = models.CharField(primary_key=True, max_length=MOST_CHARACTERS)
    version = models.PositiveBigIntegerField()
    queue = models.CharField(max_length=MOST_CHARACTERS)
    agent_group = models.CharField(max_length=MOST_CHARACTERS, blank=True)
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
    agent_group = models.CharField(max_length=MOST_CHARACTERS, blank=True)
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


class WebhookSecret(models.Model):
    """The signing secret of a webhook, or of all callbacks, encrypted."""

    name = models.CharField(primary_key=True, max_length=40)
    sealed = models.TextField()
    made_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"secret of {self.name}"


class CallCallback(models.Model):
    """The address that gets the events of one call, as the call's sender named it."""

    call_id = models.CharField(primary_key=True, max_length=MOST_CHARACTERS)
    url = models.CharField(max_length=1000)
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"callback of {self.call_id}"


class Delivery(models.Model):
    """A message to one receiver: a webhook by its name, or the host of a callback.

    `state` is waiting, delivered or failed; one that waits is attempted at `due_at`, and given up at
    `ends_at`. `tries` counts the attempts since it was made or replayed, `attempts` are the newest ones.
    `url` is that of a callback; a webhook's is in the settings.
    """

    target = models.CharField(max_length=MOST_CHARACTERS)
    message_id = models.CharField(max_length=80)
    url = models.CharField(max_length=1000, blank=True, default="")
    kind = models.CharField(max_length=40)
    call_id = models.CharField(max_length=MOST_CHARACTERS, blank=True, default="", db_index=True)
    body = models.TextField()
    created_at = models.DateTimeField(db_index=True)
    state = models.CharField(max_length=10, default="waiting")
    due_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    attempts = models.JSONField(default=list)

    class Meta:
        default_permissions = ()
        indexes = (
            models.Index(
                fields=("due_at",), condition=models.Q(state="waiting"), name="reporting_deliveries_due"
            ),
            models.Index(fields=("target", "-id"), name="reporting_deliveries_of"),
        )
        constraints = (
            models.UniqueConstraint(fields=("target", "message_id"), name="reporting_delivery_once"),
        )

    def __str__(self) -> str:
        return f"{self.kind} to {self.target}"
