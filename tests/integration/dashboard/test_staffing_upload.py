"""Upload of a list: its own CSV or the history's, into the address; errors are named there."""

import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.integration.dashboard.queues.test_places_queues import page_of, words_of
from tests.integration.dashboard.test_staffing_page import figure, lines, rows

pytestmark = pytest.mark.django_db

HISTORY = b"""start,length_minutes,queue,agent_group,offered,answered,abandoned,talk_seconds,wrap_up_seconds
2026-11-21T08:00:00Z,30,W#English#Any,all,3,3,0,300,60
2026-11-21T08:30:00Z,30,W#English#Any,all,9,7,2,1260,140
2026-11-21T08:00:00Z,30,W#French#Any,all,9,10,0,1500,90
2026-11-21T09:30:00Z,30,W#French#Any,all,4,0,4,0,
"""


def uploaded(client: Client, content: bytes, state: str = "aht=240") -> tuple[int, str]:
    file = SimpleUploadedFile("day.csv", content)
    response = client.post("/staffing/upload/", {"file": file, "state": state})
    place = response.headers.get("Location", "")
    return response.status_code, place or response.content.decode()


def test_a_file_becomes_part_of_the_address(supervisor: Client) -> None:
    status, place = uploaded(supervisor, b"\xef\xbb\xbfCalls;Interval\r\n40;08:00\r\n95;08:30\r\n")

    assert status == 302
    assert place == "/staffing/?aht=240&intervals=08%3A00%2C40%0A08%3A30%2C95#intervals"
    assert figure(page_of(supervisor, place), "calls") == "135"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"interval,callers\n8,4\n", "line 1, column 2: 'callers' is not a known column"),
        (b"interval,calls\n08:00,4\n08:30,some\n", "line 3, column 2 (calls): 'some' must be a number"),
        (b"08:00,4\n", "line 1, column 1: '08:00' is not a known column"),
        (b"", "the file has no calls below its header"),
        (b"interval,calls\n\xff,4\n", "the file is not UTF-8 text"),
        (b"x" * 1_000_001, "at most 1,000,000 bytes; the file has 1,000,001"),
        (b"start,offered\n1,2\n", "line 1: the header has no column length_minutes"),
        (
            HISTORY.replace(b"08:30:00Z,30", b"08:30:00Z,20"),
            "line 3, column 2 (length_minutes): '20' must be one of 15, 30, 60",
        ),
        (
            HISTORY.replace(b"2026-11-21T08:30:00Z", b"half past"),
            "line 3, column 1 (start): 'half past' must be a time",
        ),
        (HISTORY.replace(b",9,", b",x,"), "line 3, column 5 (offered): 'x' must be a number from 0"),
        (
            HISTORY.replace(b"2026-11-21T08:30", b"2016-11-21T08:30"),
            "at most 672 intervals; from first to last",
        ),
    ],
)
def test_a_wrong_file_is_refused_by_line_and_column(
    supervisor: Client, content: bytes, sentence: str
) -> None:
    status, place = uploaded(supervisor, content)
    page = page_of(supervisor, place)

    assert (status, place) == (302, "/staffing/?aht=240")
    assert f"The file was not read: {sentence}" in unescape(words_of(page))
    assert 'name="aht" id="id_aht" value="240"' in page
    assert "The file was not read" not in page_of(supervisor, place), "a reload shows the question as it is"


def test_to_read_no_file_is_refused_in_a_sentence(supervisor: Client) -> None:
    response = supervisor.post("/staffing/upload/", {"state": ""}, follow=True)

    assert response.redirect_chain == [("/staffing/?", 302)]
    assert "choose a file first" in response.content.decode()


def test_a_reload_of_the_upload_leads_back_with_an_explanation(supervisor: Client) -> None:
    response = supervisor.get("/staffing/upload/", follow=True)

    assert response.redirect_chain == [("/staffing/?", 302)]
    assert "Nothing was read: choose the file again." in response.content.decode()


def test_the_csv_of_the_history_is_read_as_it_is(supervisor: Client) -> None:
    status, place = uploaded(supervisor, b"\xef\xbb\xbf" + HISTORY, "shrinkage=30&aht=240")
    page = page_of(supervisor, place)

    assert status == 302
    assert [row.split()[:4] for row in rows(page, "intervals-title")] == [
        ["08:00", "12", "150", "s"],
        ["08:30", "9", "200", "s"],
        ["09:00", "0", "150", "s"],
        ["09:30", "4", "167.5", "s"],
    ]
    assert re.search(r'name="calls" id="id_calls" value="12"', page)
    assert re.search(r'name="aht" id="id_aht" value="150"', page)
    assert re.search(r'name="shrinkage" id="id_shrinkage" value="30"', page)
    said = words_of(page)
    assert "4 intervals of 30 minutes with 25 calls offered." in said
    assert "The demand is that of the busiest interval, 08:00." in said
    assert "Handle times are talk and wrap-up of 20 answered calls" in said
    assert "Queues are summed. Not used: queue, agent_group, abandoned." in said
    assert (
        lines(supervisor, place.replace("/staffing/", "/staffing/intervals.csv"))[1]["aht_seconds"] == "200"
    )


def test_only_supervisors_may_upload(operator: Client) -> None:
    assert operator.post("/staffing/upload/", {"state": ""}).status_code == 403
