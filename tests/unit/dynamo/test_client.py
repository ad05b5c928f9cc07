"""What of the surroundings a client cannot be made from."""

import pytest

from dynamo.client import connect
from dynamo.exceptions import InvalidRequestError


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
