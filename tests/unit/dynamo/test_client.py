"""Client: what in its environment stops it from being made."""

import pytest

from dynamo.client import connect
from dynamo.exceptions import InvalidRequestError


@pytest.mark.parametrize(
    ("endpoint", "proxies"),
    [
        ("http://127.8.8.8:6667", {}),
        ("http://localhost:8000", {}),
        ("http://[::1]:8000", {}),
        ("https://dynamodb.eu-central-1.amazonaws.com", None),
        ("http://10.0.0.5:8000", None),
        (None, None),
    ],
)
def test_a_proxy_is_no_way_to_this_machine(endpoint: str | None, proxies: dict[str, str] | None) -> None:
    client = connect(endpoint_url=endpoint, region="eu-central-1", access_key="x", secret_key="x")

    assert client.meta.config.proxies == proxies  # type: ignore[attr-defined] # that it has is not declared


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
