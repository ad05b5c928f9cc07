"""The events: the page that describes them has every kind, and every kind is told by something."""

import re

from django.conf import settings

from routing.events import EventKind, matched
from routing.outcomes import Match
from tests.builders import NOON, a_call_entry, an_agent_entry


def test_the_page_describes_every_kind_and_no_other() -> None:
    page = (settings.BASE_DIR / "docs" / "events.md").read_text()
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == {str(kind) for kind in EventKind}


def test_an_offer_names_every_queue_that_changed() -> None:
    match = Match(a_call_entry(3), an_agent_entry(7, "ana", languages=("English", "Spanish")))

    (event,) = matched([match], NOON)

    assert (event.agent_id, event.call_id) == ("ana", "c3")
    assert event.queues == ("Q#English#F", "Q#Spanish#F", "W#Spanish#Any")
