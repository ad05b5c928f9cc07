"""Owns the app's name to Django."""

from django.apps import AppConfig


class LiveConfig(AppConfig):
    """The live board."""

    name = "live"
    verbose_name = "Live board"
