"""Owns the permissions to choose for agents and to intervene; it keeps no rows, the truth is in DynamoDB."""

from django.db import models


class Console(models.Model):
    """Carries the permissions `dashboard.change_agent_choice` and `dashboard.supervise`; has no table."""

    class Meta:
        managed = False
        default_permissions = ()
        permissions = (
            ("change_agent_choice", "Can mark agents available, paused or offline"),
            ("supervise", "Can release agents, and move, remove, set aside, restore and take back calls"),
        )

    def __str__(self) -> str:
        return "Console"
