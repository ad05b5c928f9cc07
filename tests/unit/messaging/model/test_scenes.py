"""Scenes: what follows for contacts, and errors that name the scene and the field."""

from typing import Any

import pytest

from messaging.exceptions import InvalidFieldError
from messaging.model.scenes import read_scene, read_scenes
from routing.model.skills import Skills

SKILLS = Skills(("English", "French"))
SITE = "https://cars.example.org"


def test_a_scene_says_whom_a_contact_needs_and_the_rest_is_usual() -> None:
    scenes = read_scenes(
        {
            "listing": {"language": "French", "priority": 3, "robot": "clerk", "origins": [SITE]},
            "help": {"keep_days": 90},
        },
        SKILLS,
    )
    listing = scenes.of("listing")
    assert (listing.language, listing.priority, listing.robot) == ("French", 3, "clerk")
    assert (listing.origins, listing.site) == ((SITE,), "listing")
    assert scenes.of("help").language == "English"
    assert [scenes.days_kept(name) for name in ("listing", "help", "gone")] == [0, 90, 0]


def test_a_conversation_of_an_unset_scene_has_the_first_one() -> None:
    scenes = read_scenes({"listing": {}, "help": {}}, SKILLS)
    assert {scenes.of(name).name for name in ("", "gone")} == {"listing"}


def test_with_topics_a_scene_takes_one_of_them_or_any() -> None:
    skills = Skills(("English",), topics=("Billing",))
    assert read_scenes({"help": {}}, skills).of("help").topic == "Any"
    with pytest.raises(InvalidFieldError, match=r"SCENES help topic: 'Sales' .* Billing, Any"):
        read_scenes({"help": {"topic": "Sales"}}, skills)


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        ({"color": "red"}, "SCENES help: 'color' is not allowed; there is no such field"),
        ({"language": "Latin"}, "SCENES help language: 'Latin' .* English, French"),
        ({"language": 3}, "SCENES help language: 3 .* must be text"),
        ({"gender": "x"}, "SCENES help gender: 'x' .* F, M, T, Any"),
        ({"priority": 10}, "SCENES help priority: 10 .* from 0 to 9"),
        ({"priority": True}, "SCENES help priority: True .* from 0 to 9"),
        ({"idle_seconds": -1}, "SCENES help idle_seconds: -1 .* from 0 to 86400"),
        ({"keep_days": 0}, "SCENES help keep_days: 0 .* from 1 to 3650"),
        ({"robot": "a#b"}, "SCENES help robot: 'a#b' .* none of them '#'"),
        ({"title": "a\x00"}, "SCENES help title: .* control character"),
        ({"origins": SITE}, "SCENES help origins: .* a list"),
        ({"origins": [f"{SITE}/page"]}, "SCENES help origins: .* scheme and host only"),
        ({"origins": ["https://a:b@c.org"]}, "SCENES help origins: .* scheme and host only"),
        ({"origins": ["https://*.c.org"]}, "SCENES help origins: .* scheme and host only"),
        ({"first_message": "x" * 1001}, "SCENES help first_message: .* at most 1000"),
        ({"closed_text": "a\x00"}, "SCENES help closed_text: .* control character"),
        ({"time_zone": "Mars"}, "SCENES help time_zone: 'Mars' .* Europe/Berlin"),
        ({"closed_dates": ["2026-02-30"]}, "SCENES help closed_dates: '2026-02-30' .* 2026-12-25"),
        ({"ask_rating": "yes"}, "SCENES help ask_rating: 'yes' .* true or false"),
        ({"hours": {"Monday": []}}, "SCENES help hours Monday: .* mon, tue"),
        ({"hours": {"mon": [["9:00", "18:00"]]}}, "SCENES help hours mon: .* start and end"),
        ({"hours": {"mon": [["18:00", "18:00"]]}}, "SCENES help hours mon: '18:00-18:00'"),
        ({"hours": {"mon": [["09:00", "12:00"], ["11:00", "18:00"]]}}, "mon: '11:00 to 18:00'"),
        ({"hours": [1]}, "SCENES help hours: .* spans such as"),
    ],
)
def test_an_error_names_the_scene_the_field_and_the_limit(scene: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidFieldError, match=said):
        read_scenes({"help": scene}, SKILLS)


def test_a_short_secret_is_refused_and_no_secret_is_ever_shown() -> None:
    with pytest.raises(InvalidFieldError, match=r"SCENES help secret: '…' .* at least 32") as caught:
        read_scenes({"help": {"secret": "hunter2"}}, SKILLS)
    assert "hunter2" not in str(caught.value)
    assert "s" * 32 not in repr(read_scenes({"help": {"secret": "s" * 32}}, SKILLS))


def test_the_fields_of_a_scene_make_the_same_scene_again() -> None:
    given = {
        "language": "French",
        "idle_seconds": 0,
        "origins": [SITE],
        "hours": {"mon": [["09:00", "12:00"], ["13:00", "24:00"]], "sun": []},
        "closed_dates": ["2026-12-25"],
        "ask_rating": True,
    }
    scene = read_scene("help", given, SKILLS)
    assert scene.given == {**given, "site": "help"}
    assert read_scene("help", scene.given, SKILLS) == scene


def test_a_scene_has_a_name_that_an_address_can_hold() -> None:
    with pytest.raises(InvalidFieldError, match=r"SCENES: 'a b' .* letters, digits"):
        read_scenes({"a b": {}}, SKILLS)
