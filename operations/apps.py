"""Django app of the operations; only this and the commands know Django."""

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    """The operations app."""

    name = "operations"
