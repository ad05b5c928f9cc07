"""Cards over HTTP: kinds, offers, clicks, reports of services."""
