"""Addresses of pages and commands, feature by feature.

Ids come from other programs and may contain a slash, so they are paths; addresses that continue after an id
come first.
"""

from django.urls import include, path

FEATURES = (
    *("overview", "agents", "queues", "calls", "dead_letters", "trail", "desk", "conversations"),
    *("history", "reporting", "staffing", "simulations", "accounts"),
    *("users", "staff", "setup", "api_reference", "tokens", "integrations"),
)
urlpatterns = [path("", include(f"dashboard.{feature}.urls")) for feature in FEATURES]
