"""Scenes in the history of chats: by title on the page, by id in the sheet."""

import csv
import re
from io import StringIO

import pytest
from django.test import Client
from pytest_django import Settings

from messaging.runtime import forget
from tests.builders import NOON
from tests.integration.dashboard.queues.test_places_queues import page_of, words_of
from tests.integration.dashboard.test_history_page import CHATS, ended
from tests.integration.dashboard.test_places_trail import rows

pytestmark = pytest.mark.django_db
DAY = f"/history/?channel=chat&from={NOON.date()}&to={NOON.date()}"
SHEET = DAY.replace("/?", "/intervals.csv?")


def test_scenes_are_shown_by_title_and_the_sheet_has_ids(supervisor: Client, settings: Settings) -> None:
    settings.SCENES = {
        name: {"language": "Spanish", "title": title}
        for name, title in (("car", "Used cars"), ("van", "Used cars"), ("bike", "Bikes"))
    }
    forget()
    for number, scene in enumerate(("car", "van", "bike", "gone"), start=11):
        ended(number, minutes=3, waited=15, talk=600, queue=CHATS, scene=scene)
    chats = page_of(supervisor, f"{DAY}&scene=bike")
    choices = re.findall(r'<option value="(\w+)"[^>]*>([^<]*)</option>', chats.partition('name="scene"')[2])
    by_scene = rows(page_of(supervisor, DAY).partition('id="scene-title"')[2])
    sheet = supervisor.get(SHEET).content.decode()

    assert choices[:4] == [
        ("bike", "Bikes"),
        ("gone", "gone"),
        ("car", "Used cars (car)"),
        ("van", "Used cars (van)"),
    ]
    assert [row.partition(" 1 ")[0] for row in by_scene] == ["Bikes", "Used cars", "gone", "Used cars"]
    assert {line["scene"] for line in csv.DictReader(StringIO(sheet))} == {"car", "van", "bike", "gone"}
    assert "of the scene Bikes" in words_of(
        page_of(supervisor, "/history/?channel=chat&scene=bike&from=2026-01-02&to=2026-01-02")
    )
    forget()
