"""Owns the permission to see the board; it keeps no rows, the board's truth is in DynamoDB."""

from django.db import models


class Board(models.Model):
    """Carries the permission `live.view_board` and has no table."""

    class Meta:
        managed = False
        default_permissions = ()
        permissions = (("view_board", "Can see the live board"),)

    def __str__(self) -> str:
        return "Live board"
