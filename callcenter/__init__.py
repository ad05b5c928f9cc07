"""Django project: settings, URLs, ASGI, Celery. Wires the parts and decides nothing."""

from callcenter.celery import app as celery_app

__all__ = ["celery_app"]
