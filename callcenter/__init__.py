"""The Django project: settings, URLs, ASGI and Celery wiring. It wires the parts and decides nothing."""

from callcenter.celery import app as celery_app

__all__ = ["celery_app"]
