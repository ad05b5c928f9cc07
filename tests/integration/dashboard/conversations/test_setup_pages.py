"""Pages of scenes and canned replies: new, edit, remove; wrong fields, changes of others, hostile texts."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from django.test import Client
from pytest_django import Settings

from messaging.administration.reply_changes import replies_read
from messaging.administration.scene_changes import scenes_kept
from messaging.model.replies import SHARED
from messaging.model.scenes import KeptScene
from messaging.runtime import forget, messenger, scenes_of_settings
from messaging.services import message_table_create
from tests.integration.dashboard.page_forms import fields, shown

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("router", "_scenes")]
HOSTILE = '"><img src=x onerror=alert(1)>{{7*7}}'
REPLY = {"title": HOSTILE, "body": f"{HOSTILE[:25]} {{customer}}"}


@pytest.fixture
def _scenes(settings: Settings) -> Iterator[None]:
    settings.SCENES = {"service": {}}
    forget()
    message_table_create(messenger())
    yield
    forget()


def kept(name: str) -> KeptScene:
    return scenes_kept(messenger(), scenes_of_settings())[name]


def test_a_scene_is_made_changed_and_removed(supervisor: Client) -> None:
    new = {
        **shown(supervisor, "/new-scene/"),
        "name": "sale",
        "title": "Sale",
        "mon": "09:00-12:00, 13:00\N{EN DASH}18:00",
    }
    assert supervisor.post("/new-scene/", new).headers["Location"] == "/scenes/"
    assert kept("sale").given["hours"] == {"mon": [["09:00", "12:00"], ["13:00", "18:00"]]}

    form = shown(supervisor, "/scenes/sale/")
    assert (form["mon"], form["version"]) == ("09:00-12:00, 13:00-18:00", "1")
    supervisor.post("/scenes/sale/", {**form, "origins": "https://a.example\r\n\r\nhttps://b.example"})
    assert kept("sale").given["origins"] == ["https://a.example", "https://b.example"]
    assert kept("sale").changed_by == "mara"
    supervisor.post("/scenes/sale/remove/", {"version": "2"})
    assert "sale" not in supervisor.get("/scenes/").content.decode().split("<table")[1]


def test_a_page_that_changes_nothing_saves_the_same_scene(supervisor: Client) -> None:
    supervisor.post("/scenes/service/", shown(supervisor, "/scenes/service/"))
    assert kept("service").version == 1
    assert kept("service").given == scenes_of_settings().of("service").given


def test_somebody_elses_change_is_shown_beside_what_was_entered(supervisor: Client) -> None:
    form = shown(supervisor, "/scenes/service/")
    supervisor.post("/scenes/service/", {**form, "title": "Theirs", "first_message": "Hello\r\nyou"})
    reply = supervisor.post("/scenes/service/", {**form, "title": "Mine"})
    page = reply.content.decode()

    assert reply.status_code == 409
    assert re.findall(r"<dt>([^<]*)</dt><dd>([^<]*)</dd>", page) == [
        ("Title", "Theirs"),
        ("First message", "Hello\nyou"),
    ]
    assert fields(page)["title"] == "Mine"
    assert supervisor.post("/scenes/service/", fields(page)).status_code == 302
    assert kept("service").given["title"] == "Mine"
    refused = supervisor.post("/scenes/service/remove/", {"version": "1"}, follow=True)
    assert "Not removed" in refused.content.decode()
    supervisor.post("/scenes/service/remove/", {"version": "2"})
    assert kept("service").version == 0


@pytest.mark.parametrize(
    ("wrong", "name", "said"),
    [
        ({"mon": "9-18"}, "mon", "start and end"),
        ({"priority": "10"}, "priority", "valid choice"),
        ({"keep_days": "0"}, "keep_days", "from 1 to 3650"),
        ({"keep_days": "many"}, "keep_days", "a whole number from 1 to 3,650"),
        ({"time_zone": "Mars"}, "time_zone", "Europe/Berlin"),
        ({"first_message": "x" * 1001}, "first_message", "1000"),
        ({"origins": HOSTILE}, "origins", "scheme and host"),
        ({"robot": "a#b"}, "robot", "none of them"),
    ],
)
def test_a_wrong_field_is_marked_with_its_limit(
    supervisor: Client, wrong: dict[str, str], name: str, said: str
) -> None:
    reply = supervisor.post("/scenes/service/", {**shown(supervisor, "/scenes/service/"), **wrong})
    page = reply.content.decode()

    assert reply.status_code == 400
    (error,) = re.findall(rf'id="{name}-error">([^<]+)<', page)
    assert said in unescape(error)
    assert HOSTILE not in page
    assert kept("service").version == 0


def test_a_secret_is_shown_once(supervisor: Client) -> None:
    form = {**shown(supervisor, "/scenes/service/"), "secret": "make"}
    page = supervisor.post("/scenes/service/", form).content.decode()
    (secret,) = re.findall(r"<code>([^<]+)</code>", page)

    assert kept("service").given["secret"] == secret
    assert len(secret) >= 32
    again = supervisor.get("/scenes/service/").content.decode()
    assert secret not in again
    supervisor.post("/scenes/service/", fields(again))
    assert kept("service").given["secret"] == secret
    supervisor.post("/scenes/service/", {**shown(supervisor, "/scenes/service/"), "secret": "none"})
    assert "secret" not in kept("service").given


def test_a_reply_is_made_changed_and_removed_and_hostile_text_stays_text(supervisor: Client) -> None:
    new = {**shown(supervisor, "/new-reply/"), **REPLY}
    assert [supervisor.post("/new-reply/", new).status_code for _ in range(2)] == [302, 302]
    (reply,) = replies_read(messenger(), owner=SHARED)
    assert (reply.title, reply.body) == (REPLY["title"], REPLY["body"])

    address = f"/replies/{reply.reply_id}/"
    for page in (supervisor.get("/replies/"), supervisor.get(address), supervisor.get("/trail/")):
        assert "<img src=x" not in page.content.decode()
    form = shown(supervisor, address)
    wrong = supervisor.post(address, {**form, "body": "Hello {nobody}"})
    assert (wrong.status_code, "{nobody}" in wrong.content.decode()) == (400, True)
    supervisor.post(address, {**form, "body": "Hello"})
    late = supervisor.post(address, {**form, "body": "Other"})
    assert (late.status_code, "<dd>Hello</dd>" in late.content.decode()) == (409, True)
    supervisor.post(f"{address}remove/", {"version": "2"})
    assert replies_read(messenger(), owner=SHARED) == []
    assert supervisor.get(address).status_code == 404


def test_hostile_texts_of_a_scene_stay_texts(supervisor: Client) -> None:
    form = shown(supervisor, "/scenes/service/")
    hostile = dict.fromkeys(("title", "first_message", "closed_text", "site"), HOSTILE)
    assert supervisor.post("/scenes/service/", {**form, **hostile}).status_code == 302

    for address in ("/scenes/", "/scenes/service/"):
        assert "<img src=x" not in supervisor.get(address).content.decode()
    late = supervisor.post("/scenes/service/", form).content.decode()
    assert "<img src=x" not in late
    assert {name: shown(supervisor, "/scenes/service/")[name] for name in hostile} == hostile


def test_only_supervisors_see_and_change_them(operator: Client) -> None:
    for address in ("/scenes/", "/new-scene/", "/scenes/service/", "/replies/", "/new-reply/"):
        assert operator.get(address).status_code == 403
    for address in ("/scenes/service/", "/scenes/service/remove/", "/new-reply/", "/replies/x/remove/"):
        assert operator.post(address, {}).status_code == 403
    assert Client().get("/scenes/").status_code == 302
