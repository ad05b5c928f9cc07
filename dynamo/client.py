"""DynamoDB client from explicit arguments; reads no settings, sends nothing."""

from __future__ import annotations

from functools import cache
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final, cast
from urllib.parse import urlsplit

from botocore.config import Config
from botocore.exceptions import BotoCoreError
from botocore.loaders import Loader
from botocore.session import Session

from dynamo.exceptions import InvalidRequestError
from dynamo.protocol.direct import DirectSession
from dynamo.protocol.wire import PlainCalls, check_replies, speak_plain_json

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

CONNECT_SECONDS: Final = 1
READ_SECONDS: Final = 3


def connect(
    *,
    endpoint_url: str | None,
    region: str,
    access_key: str | None = None,
    secret_key: str | None = None,
    max_connections: int = 16,
    plain_json: bool = True,
) -> DynamoDBClient:
    """A client for many threads. Without endpoint it speaks to Amazon, without keys it takes Amazon's usual
    chain of credentials. Nothing is sent yet: a wrong endpoint shows at the first request. With `plain_json`
    its calls are those of `protocol.wire`, otherwise boto3's own. Raises InvalidRequestError if the
    credentials of the environment are unusable, such as half a pair of keys.
    """
    try:
        session = Session()
        session.register_component("data_loader", _descriptions())
        (speak_plain_json if plain_json else check_replies)(session.get_component("event_emitter"))
        made = session.create_client(
            "dynamodb",
            endpoint_url=endpoint_url,
            region_name=region,
            aws_access_key_id=access_key,
            aws_secret_access_key=secret_key,
            config=_config(max_connections, endpoint_url),
        )
    except BotoCoreError as error:
        raise InvalidRequestError(str(error)) from error
    client = cast("DynamoDBClient", made)
    if isinstance(client, PlainCalls) and access_key and _is_engine(endpoint_url):
        client.go_direct(
            DirectSession(
                f"{client.meta.endpoint_url.rstrip('/')}/",
                key=access_key,
                region=region,
                connect_seconds=CONNECT_SECONDS,
                read_seconds=READ_SECONDS,
                most_kept=max_connections,
            )
        )
    return client


@cache
def _descriptions() -> Loader:
    """Amazon's descriptions of its services. A session of its own would read them again for each client."""
    found = Session().get_component("data_loader")
    assert isinstance(found, Loader)
    return found


def _config(max_connections: int, endpoint_url: str | None) -> Config:
    return Config(
        connect_timeout=CONNECT_SECONDS,
        read_timeout=READ_SECONDS,
        # One send for each call: `Retry` is the only loop, so it knows the outcome of every send.
        retries={"mode": "standard", "total_max_attempts": 1},
        max_pool_connections=max_connections,
        tcp_keepalive=True,
        # Exceptions from HTTP_PROXY name hosts, not 127.0.0.0/8. None: as the environment says.
        proxies={} if is_loopback(endpoint_url) else None,
        parameter_validation=False,
        user_agent="dynamo",  # botocore rebuilds its long one for each request: a sixth of a small read
    )


def _is_engine(endpoint_url: str | None) -> bool:
    """Whether it is reached without TLS on this machine: then nobody checks signatures."""
    return is_loopback(endpoint_url) and str(endpoint_url).startswith("http://")


def is_loopback(endpoint_url: str | None) -> bool:
    """Whether an engine on this machine answers there, not Amazon."""
    host = urlsplit(endpoint_url or "").hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
