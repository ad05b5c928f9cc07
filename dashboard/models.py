"""Django models of the pages: permissions, kept answers of keyed commands."""

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models


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
