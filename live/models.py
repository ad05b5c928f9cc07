"""Permission to see the board; no rows."""

from django.db import models


class Board(models.Model):
    """Carries the permission `live.view_board` and has no table."""

    class Meta:
        managed = False
        default_permissions = ()
        permissions = (("view_board", "Can see the live board"),)

    def __str__(self) -> str:
        return "Live board"
