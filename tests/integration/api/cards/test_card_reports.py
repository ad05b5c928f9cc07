"""The deposits of the examples: a till that takes payments and reports them over real HTTP."""

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest
from django.core.handlers.wsgi import WSGIHandler

from messaging.runtime import card_services, messenger
from tests.cards import a_served_chat, card_in, offered, states_in
from tests.examples import example, serving
from tests.integration.api.cards.test_cards import SECRET, services

__all__ = ["services"]
pytestmark = pytest.mark.usefixtures("conversations", "services")


class Silent(WSGIRequestHandler):
    """A handler without a log."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def site() -> Iterator[str]:
    """The site, listening on a port."""
    with serving(make_server("127.0.0.1", 0, WSGIHandler(), handler_class=Silent)) as url:
        yield url


def test_what_is_paid_at_the_till_is_reported_once_the_site_answers(site: str, tmp_path: Path) -> None:
    deposits, file = example("booking/deposits.py"), tmp_path / "payments.sqlite3"
    a_served_chat(messenger())
    card = offered(messenger(), "deposit", services=card_services())
    with serving(deposits.made(file)) as till:
        for _ in range(2):
            paid = json.dumps({"card": card.card_id}).encode()
            urllib.request.urlopen(till, data=paid, timeout=10).close()  # noqa: S310 - our own

    deposits.report_all("http://127.0.0.1:9", SECRET[::-1], file)
    deposits.report_all(site, "x" * 32, file)
    assert states_in(messenger()) == ["offered"], "nobody there; then a forged signature"
    for _ in range(2):
        deposits.report_all(site, SECRET[::-1], file)
    assert card_in(messenger(), card).result == {"reference": "D-1"}
    assert states_in(messenger()) == ["offered", "done"]
