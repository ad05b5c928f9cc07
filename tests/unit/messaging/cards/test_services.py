"""Services of cards in the settings: a wrong one is named with its field, and no secret is shown."""

from typing import Any

import pytest

from callcenter.checks import check_card_services
from callcenter.env import SettingError
from messaging.cards.card_services import read_services

GOOD: dict[str, Any] = {"url": "https://visits.example/in", "secret": "s" * 32}


@pytest.mark.parametrize(
    ("kind", "said", "needed"),
    [
        ("fax", GOOD, "CARD_SERVICES='fax' cannot be used: choose one of deposit, price, rating, visit"),
        ("visit", {"url": GOOD["url"]}, "CARD_SERVICES visit secret='' cannot be used: required"),
        ("visit", {**GOOD, "secret": "short"}, "visit secret='…' .* at least 32 characters"),
        ("visit", {**GOOD, "url": "ftp://x"}, "visit url=.*must start with http"),
        ("visit", {**GOOD, "url": "https://me:short@x/"}, "visit url='https://…@x/' .*leave out the user"),
        ("visit", {**GOOD, "url": "http://127.0.0.1:80/"}, "visit url=.*private network"),
        ("visit", {**GOOD, "url": "http://10.0.0.1/"}, "visit url=.*private network"),
        (
            "visit",
            {**GOOD, "url": "http://169.254.169.254/", "private_network": True},
            "visit url=.*link-local",
        ),
        ("visit", {**GOOD, "private_network": 1}, "visit private_network='1' .*true or false"),
        ("visit", {**GOOD, "timeout_seconds": 60}, "visit timeout_seconds='60' .*from 0.1 to 10"),
        ("visit", {**GOOD, "colour": "red"}, "visit colour='…' .*no such field"),
    ],
)
def test_a_wrong_service_is_named(kind: str, said: dict[str, Any], needed: str) -> None:
    with pytest.raises(SettingError, match=needed) as caught:
        check_card_services({kind: said})
    assert "short" not in str(caught.value)


def test_a_service_in_a_private_network_is_allowed_where_it_is_said() -> None:
    private = {**GOOD, "url": "http://10.0.0.1/", "private_network": True}
    services = read_services({"visit": private, "deposit": {"secret": "s" * 32}})
    assert services["deposit"].url == ""
    assert "sss" not in repr(services)
