"""Django app of the simulation."""

from django.apps import AppConfig


class SimulationConfig(AppConfig):
    """Load for the router: made-up callers, and agents who answer them."""

    name = "simulation"
    default_auto_field = "django.db.models.BigAutoField"
