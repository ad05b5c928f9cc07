"""Django app of the live board."""

from django.apps import AppConfig


class LiveConfig(AppConfig):
    """The live board."""

    name = "live"
    verbose_name = "Live board"
