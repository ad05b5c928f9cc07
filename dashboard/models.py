"""Django models of the pages: permissions, seats, teams of supervisors, kept answers of keyed commands.

Agents are not here: they are in DynamoDB.
"""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from routing.model.calls import MAX_TEXT_LENGTH


class Console(models.Model):
    """Carries permissions of the pages; has no table."""

    class Meta:
        managed = False
        default_permissions = ()
        permissions = (
            ("change_agent_choice", "Can mark agents available, paused or offline"),
            ("supervise", "Can release agents, and move, remove, set aside, restore and take back calls"),
            ("plan", "Can see the history, size teams and run simulations"),
            ("administer", "Can set up users and the centre"),
        )

    def __str__(self) -> str:
        return "Console"


class Seat(models.Model):
    """The agent whose calls a user answers: one desk for a user, one user at a desk."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="seat")
    agent_id = models.CharField(max_length=MAX_TEXT_LENGTH, unique=True)
    given_by = models.CharField(max_length=150)
    given_at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.user} at agent {self.agent_id}"


class Supervision(models.Model):
    """The teams for whose agents a supervisor acts, by code; a supervisor without one acts for all agents."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="supervision"
    )
    teams = models.JSONField(default=list)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.user} for {', '.join(self.teams)}"


class KeptAnswer(models.Model):
    """Kept answer of a command under an idempotency key that changed this database.

    `key` is that of its claim in the table, `expires_at` when both are forgotten, in seconds of the epoch.
    """

    key = models.CharField(primary_key=True, max_length=64)
    expires_at = models.BigIntegerField(db_index=True)
    status = models.PositiveSmallIntegerField(default=0)
    text = models.TextField(blank=True)
    data = models.JSONField(encoder=DjangoJSONEncoder, default=dict)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"answer {self.status} under key {self.key[:8]}"
