"""Integrations: webhooks and their deliveries, callbacks of calls, sinks, API tokens."""
