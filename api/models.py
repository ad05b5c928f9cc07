"""Django models of the API: tokens of programs."""

from django.db import models
from django.db.models import Q


class ApiToken(models.Model):
    """Token of a program. `digest` is that of its secret part, which nobody can read again.

    `key` is its public part, by which it is found. A name belongs to one token that is not revoked.
    """

    key = models.CharField(max_length=16, unique=True)
    digest = models.CharField(max_length=64)
    name = models.CharField(max_length=60)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        constraints = (
            models.UniqueConstraint("name", condition=Q(revoked_at=None), name="one_token_of_a_name"),
        )

    def __str__(self) -> str:
        return f"token of {self.name}"
