"""Places of table, Redis, Django's database and attachments: from the environment, else on this machine.

And the identity provider, if there is one.
"""

import secrets
from collections.abc import Mapping
from pathlib import Path
from random import SystemRandom
from typing import Any

import dj_database_url

from callcenter import env
from callcenter.made_once import made_once
from localservices.ports import LOOPBACK, secluded_address
from localservices.redis_server import redis_url

_CREDENTIALS = (
    "AWS_ACCESS_KEY_ID",
    "AWS_PROFILE",
    "AWS_ROLE_ARN",
    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
)


def dynamodb_place(environ: Mapping[str, str], data: Path) -> tuple[bool, dict[str, str | None]]:
    """Whether the local engine is used, and the settings of the DynamoDB client.

    Its address is created once and kept in `data`, unless a port is set.
    """
    endpoint = env.url(environ, "DYNAMODB_ENDPOINT_URL", schemes=("http", "https"))
    region = env.text(environ, "AWS_REGION") or env.text(environ, "AWS_DEFAULT_REGION")
    has_credentials = any(env.text(environ, name) for name in _CREDENTIALS)
    is_local = not endpoint and not (region and has_credentials)
    port = env.whole_number(environ, "LOCAL_DYNAMODB_PORT", 0, least=1, most=65535)
    # The local engine checks no signature, but the client makes one. None: boto3 looks for credentials.
    key = "local" if is_local or (endpoint.startswith("http://") and not has_credentials) else None
    return is_local, {
        "endpoint_url": f"http://{_engine_address(port, data)}" if is_local else endpoint or None,
        "region": region or "eu-central-1",
        "access_key": key,
        "secret_key": key,
        "table": env.text(environ, "DYNAMODB_TABLE", "callcenter"),
    }


def _engine_address(port: int, data: Path) -> str:
    if port:
        return f"{LOOPBACK}:{port}"
    return made_once(data / "engine-address", lambda: secluded_address(SystemRandom()))


def redis_place(environ: Mapping[str, str], data: Path) -> tuple[bool, str]:
    """Whether the local Redis is used, and its address with the password kept in `data`."""
    port = env.whole_number(environ, "LOCAL_REDIS_PORT", 6401, least=1, most=65535)
    if url := env.url(environ, "REDIS_URL", schemes=("redis", "rediss", "unix")):
        return False, url
    return True, redis_url(port, made_once(data / "redis-password", secrets.token_hex))


def database_place(environ: Mapping[str, str], data: Path) -> Mapping[str, Any]:
    """Django's database: that of DATABASE_URL, else an SQLite file that only its owner reads.

    It holds sessions and password hashes, and the folder may be one that others read.
    """
    if url := env.url(environ, "DATABASE_URL", schemes=("postgresql", "postgres")):
        return dj_database_url.parse(url, conn_max_age=60, conn_health_checks=True)
    file = data / "callcenter.sqlite3"
    file.touch(mode=0o600)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": file,
        "CONN_MAX_AGE": 60,  # seconds; each thread keeps its own
        "OPTIONS": {
            "timeout": 10,
            "transaction_mode": "IMMEDIATE",  # a writer waits at BEGIN instead of failing half-way
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL",
        },
    }


def identity_provider(environ: Mapping[str, str]) -> dict[str, Any]:
    """allauth's settings of the OpenID Connect provider at OIDC_ISSUER; none without. Raises SettingError."""
    issuer = env.url(environ, "OIDC_ISSUER", schemes=("https", "http"))
    if not issuer:
        return {}
    client_id, secret = (env.text(environ, name) for name in ("OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"))
    if not client_id or not secret:
        missing = "OIDC_CLIENT_SECRET" if client_id else "OIDC_CLIENT_ID"
        raise env.SettingError(missing, "", "what the provider has for this site is needed with OIDC_ISSUER")
    app = {
        "provider_id": "sso",
        "name": env.text(environ, "OIDC_NAME", "single sign-on"),
        "client_id": client_id,
        "secret": secret,
        "settings": {"server_url": issuer},
    }
    return {"openid_connect": {"OAUTH_PKCE_ENABLED": True, "APPS": [app]}}


def attachments_place(environ: Mapping[str, str], data: Path) -> dict[str, Any]:
    """The bucket in S3 or the folder of attached files, and how large one may be."""
    region = env.text(environ, "AWS_REGION") or env.text(environ, "AWS_DEFAULT_REGION")
    megabytes = env.whole_number(environ, "ATTACHMENT_MEGABYTES", 20, least=1, most=20)
    return {
        "bucket": env.text(environ, "ATTACHMENTS_BUCKET"),
        "region": region or "eu-central-1",
        "folder": data / "attachments",
        "most_bytes": megabytes * 1_000_000,
    }
