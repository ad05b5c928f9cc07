"""Webhooks of the settings: what a document may say, and which events each gets."""

from typing import Any

import pytest

from routing.exceptions import InvalidFieldError
from routing.model.settings.webhooks import read_webhooks

CRM = {"url": "https://crm.example/in?a=1", "events": ["callOffered"]}


def test_a_webhook_gets_the_events_it_names_or_all() -> None:
    found = read_webhooks(
        {
            "endpoints": {"crm": CRM, "all": {"url": "http://a:8080"}, "off": {**CRM, "active": False}},
            "callback_hosts": ["switch.example", "localhost:9000"],
        }
    )
    assert [name for name, one in found.endpoints.items() if one.wants("callOffered")] == ["crm", "all"]
    assert [name for name, one in found.endpoints.items() if one.wants("agentRemoved")] == ["all"]
    assert found.callback_hosts == {"switch.example", "localhost:9000"}


@pytest.mark.parametrize(
    ("document", "field"),
    [
        ({"hooks": {}}, "webhooks"),
        ({"endpoints": []}, "webhooks endpoints"),
        ({"endpoints": {"Crm": CRM}}, "webhooks name"),
        ({"endpoints": {"callback:x": CRM}}, "webhooks name"),
        ({"endpoints": {"crm": {**CRM, "secret": "x"}}}, "webhooks crm"),
        ({"endpoints": {"crm": {"url": "ftp://crm.example"}}}, "webhooks crm url"),
        ({"endpoints": {"crm": {"url": "https://crm.example/ä"}}}, "webhooks crm url"),
        ({"endpoints": {"crm": {**CRM, "events": ["callEnded"]}}}, "webhooks crm events"),
        ({"endpoints": {"crm": {**CRM, "events": [["x"]]}}}, "webhooks crm events"),
        ({"endpoints": {"crm": {**CRM, "active": 1}}}, "webhooks crm active"),
        ({"callback_hosts": "a.example"}, "webhooks callback_hosts"),
        ({"callback_hosts": ["https://a.example"]}, "webhooks callback_hosts"),
        ({"callback_hosts": ["*.example"]}, "webhooks callback_hosts"),
    ],
)
def test_anything_else_is_named_with_its_place(document: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidFieldError) as raised:
        read_webhooks(document)
    assert raised.value.field == field
