"""Client: what in its environment stops it from being made."""

import pytest

from dynamo.client import connect
from dynamo.exceptions import InvalidRequestError


@pytest.mark.parametrize(
    ("endpoint", "key", "proxies", "is_direct"),
    [
        ("http://127.8.8.8:6667", "x", {}, True),
        ("http://localhost:8000", "x", {}, True),
        ("http://[::1]:8000", "x", {}, True),
        ("http://127.0.0.1:8000", None, {}, False),
        ("https://127.0.0.1:8000", "x", {}, False),
        ("https://dynamodb.eu-central-1.amazonaws.com", "x", None, False),
        ("http://10.0.0.5:8000", "x", None, False),
        (None, "x", None, False),
    ],
)
def test_only_an_engine_on_this_machine_is_reached_past_proxies_and_unsigned(
    endpoint: str | None, key: str | None, proxies: dict[str, str] | None, *, is_direct: bool
) -> None:
    client = connect(endpoint_url=endpoint, region="eu-central-1", access_key=key, secret_key=key)

    assert client.meta.config.proxies == proxies  # type: ignore[attr-defined] # that it has is not declared
    assert bool(getattr(client, "_direct", None)) is is_direct


@pytest.mark.parametrize(
    ("surroundings", "named"),
    [
        ({"AWS_ACCESS_KEY_ID": "id"}, "AWS_SECRET_ACCESS_KEY"),
        ({"AWS_PROFILE": "nobodys"}, "nobodys"),
    ],
)
def test_it_names_what_is_wrong_with_the_credentials(
    monkeypatch: pytest.MonkeyPatch, surroundings: dict[str, str], named: str
) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)

    with pytest.raises(InvalidRequestError, match=named):
        connect(endpoint_url=None, region="eu-central-1")
