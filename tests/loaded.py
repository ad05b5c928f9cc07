"""What every process of the product imports, loaded once; none of it reads the settings."""

import os
from importlib import import_module

LOADED = (
    "botocore.session",
    "botocore.client",
    "botocore.httpsession",
    "celery.fixups.django",
    "celery.worker.worker",
    "channels.generic.websocket",
    "channels.routing",
    "channels.sessions",
    "channels_redis.core",
    "dj_database_url",
    "django.contrib.auth.hashers",
    "django.contrib.messages.storage.fallback",
    "django.contrib.staticfiles.handlers",
    "django.core.asgi",
    "django.core.cache",
    "django.core.management",
    "django.db.backends.sqlite3.base",
    "django.db.migrations",
    "django.db.models",
    "django.forms",
    "django.template.backends.django",
    "django.template.loader",
    "django.test.signals",
    "django.views.generic",
    "faker.proxy",
    "prometheus_client",
    "pydantic",
    "redis.asyncio",
    "uvicorn.main",
    "uvicorn.protocols.http.auto",
    "uvicorn.protocols.websockets.auto",
    "whitenoise.middleware",
    "dynamo.aws_table",
    "dynamo.client",
    "operations.catalogue",
    "routing.repair.audit",
    "routing.services",
    "simulation.reports",
)

# What reads the settings all the same fails here instead of taking those of the test run.
os.environ.pop("DJANGO_SETTINGS_MODULE", None)
for name in LOADED:
    import_module(name)

# Each process would read Amazon's descriptions of its services again.
connect = import_module("dynamo.client").connect
connect(endpoint_url="http://127.0.0.1:9", region="none", access_key="none", secret_key="none").close()
