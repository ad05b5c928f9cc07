"""Django models of accounts: desks of users, teams of supervisors.

Agents are not here: they are in DynamoDB.
"""

from django.conf import settings
from django.db import models

from routing.model.calls import MAX_TEXT_LENGTH


class Seat(models.Model):
    """The agent whose calls a user answers: one desk for a user, one user at a desk."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="seat")
    agent_id = models.CharField(max_length=MAX_TEXT_LENGTH, unique=True)
    given_by = models.CharField(max_length=150)
    given_at = models.DateTimeField()

    class Meta:
        db_table = "dashboard_seat"
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
        db_table = "dashboard_supervision"
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.user} for {', '.join(self.teams)}"
