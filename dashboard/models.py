"""Owns the permission to choose for agents; it keeps no rows, the agents' truth is in DynamoDB."""

from django.db import models


class Console(models.Model):
    """Carries the permission `dashboard.change_agent_choice` and has no table."""

    class Meta:
        managed = False
        default_permissions = ()
        permissions = (("change_agent_choice", "Can mark agents available, paused or offline"),)

    def __str__(self) -> str:
        return "Console"
