"""Status pills of server pages: words, icons and colours of the board's scripts."""

import re
from pathlib import Path

from django.conf import settings

from dashboard.templatetags.pills import CALL_PILLS, call_pill
from routing.model.calls import CallStatus

ROOT = Path(settings.BASE_DIR)
SPRITE = (ROOT / "templates/dashboard/parts/sprite.html").read_text(encoding="utf-8")


def script(name: str) -> str:
    return (ROOT / "static/parts" / name).read_text(encoding="utf-8")


def test_every_status_of_a_call_looks_as_it_does_on_the_board() -> None:
    section = script("statuses.js").partition("CALL_STATUSES = {")[2].partition("};")[0]
    on_board = {
        name: (word, icon, tone)
        for name, word, icon, tone in re.findall(
            r'(\w+): \{ word: "([^"]+)", icon: "([^"]+)", tone: "([^"]+)"', section
        )
    }

    assert {str(status): pill for status, pill in CALL_PILLS.items()} == on_board
    assert set(CALL_PILLS) == set(CallStatus)


def test_the_icons_are_those_of_the_board() -> None:
    paths = dict(re.findall(r"^  (\w+): svg`(.*)`,$", script("icons.js"), re.MULTILINE))
    drawn = dict(re.findall(r'<symbol id="icon-(\w+)" viewBox="0 0 16 16">(.*)</symbol>', SPRITE))

    assert drawn == {name: paths[name] for name in drawn}
    assert {icon for _, icon, _ in CALL_PILLS.values()} <= drawn.keys()


def test_a_pill_says_its_status_in_a_word() -> None:
    assert ">Waiting</span>" in call_pill(CallStatus.QUEUED)
