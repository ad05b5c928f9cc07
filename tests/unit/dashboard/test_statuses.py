"""Statuses: every one has a word, an icon and a tone, and the scripts have the same table."""

import re
from collections import Counter
from pathlib import Path

from django.conf import settings
from django.template.loader import render_to_string

from dashboard.formats.statuses import AGENT_GROUPS, AGENT_LOOKS, CALL_LOOKS, RESTING_LOOK, as_script
from dashboard.templatetags.pills import call_pill
from routing.model.agents import AgentStatus
from routing.model.calls import CallStatus

LOOKS = [*AGENT_LOOKS.values(), *CALL_LOOKS.values(), RESTING_LOOK]


def test_every_status_has_a_look() -> None:
    assert set(AGENT_LOOKS) == set(AgentStatus)
    assert set(CALL_LOOKS) == set(CallStatus)
    assert Counter(status for group in AGENT_GROUPS.values() for status in group) == Counter(AgentStatus)


def test_a_word_that_stands_alone_may_be_another_than_in_a_sentence() -> None:
    words = [CALL_LOOKS[status].word for status in (CallStatus.REMOVED, CallStatus.COMPLETED)]

    assert words == ["Removed", "Completed"]
    assert [AGENT_LOOKS[one].word for one in (AgentStatus.QUEUED, AgentStatus.WRAP_UP)] == [
        "Available",
        "Wrap-up",
    ]


def test_the_scripts_have_the_same_table() -> None:
    copy = Path(settings.BASE_DIR) / "static/parts/status-table.js"

    assert copy.read_text(encoding="utf-8") == as_script(), "run `make format`"


def test_every_icon_of_a_status_is_on_each_page() -> None:
    drawn = set(re.findall(r'<symbol id="icon-(\w+)"', render_to_string("base.html")))

    assert {look.icon for look in LOOKS} <= drawn


def test_a_pill_says_its_status_in_a_word() -> None:
    assert ">Waiting</span>" in call_pill(CallStatus.QUEUED)
