"""Environment readers: what they accept, and their errors."""

import pytest

from callcenter import env


def test_it_takes_unset_and_blank_as_the_default() -> None:
    assert env.text({}, "NAME", "x") == "x"
    assert env.text({"NAME": "  "}, "NAME", "x") == "x"
    assert env.flag({"NAME": ""}, "NAME", default=True) is True
    assert env.whole_number({}, "NAME", 7, least=1, most=9) == 7
    assert env.words({}, "NAME", ("a", "b"), most=2) == ("a", "b")


@pytest.mark.parametrize(("value", "expected"), [("1", True), ("Yes", True), ("off", False), ("0", False)])
def test_it_reads_a_switch(value: str, expected: bool) -> None:  # noqa: FBT001 - pytest passes it by name
    assert env.flag({"DEBUG": value}, "DEBUG") is expected


def test_it_reads_a_list_in_order_and_without_blanks() -> None:
    assert env.words({"LANGUAGES": " German, Swiss German ,,Dari"}, "LANGUAGES", most=5) == (
        "German",
        "Swiss German",
        "Dari",
    )


def test_it_reads_pairs_whose_key_may_hold_anything() -> None:
    pairs = env.choices(
        {"QUEUE_ORDER": "Q#Spanish#M=lifo, W#German#Any=fifo"}, "QUEUE_ORDER", among=("fifo", "lifo")
    )

    assert pairs == {"Q#Spanish#M": "lifo", "W#German#Any": "fifo"}


def test_it_reads_a_time_zone() -> None:
    assert str(env.time_zone({"DAY_TIME_ZONE": "Europe/Berlin"}, "DAY_TIME_ZONE", "UTC")) == "Europe/Berlin"
    assert str(env.time_zone({}, "DAY_TIME_ZONE", "UTC")) == "UTC"


def test_it_reads_an_address() -> None:
    assert (
        env.url({"REDIS_URL": "redis://cache:6379/1"}, "REDIS_URL", schemes=("redis",))
        == "redis://cache:6379/1"
    )
    assert env.url({}, "REDIS_URL", schemes=("redis",)) == ""


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (
            lambda: env.flag({"DEBUG": "maybe"}, "DEBUG"),
            "DEBUG='maybe' cannot be used: a switch is 1 or 0 (also true/false, yes/no, on/off)",
        ),
        (
            lambda: env.whole_number({"PORT": "http"}, "PORT", 1, least=1, most=65535),
            "PORT='http' cannot be used: a whole number from 1 to 65535 is needed",
        ),
        (
            lambda: env.whole_number({"PORT": "65536"}, "PORT", 1, least=1, most=65535),
            "PORT='65536' cannot be used: it must be from 1 to 65535",
        ),
        (
            lambda: env.choice({"MATCHING_STRATEGY": "best"}, "MATCHING_STRATEGY", "b", among=("b", "a")),
            "MATCHING_STRATEGY='best' cannot be used: choose one of a, b",
        ),
        (
            lambda: env.time_zone({"DAY_TIME_ZONE": "Mars/Olympus"}, "DAY_TIME_ZONE", "UTC"),
            "DAY_TIME_ZONE='Mars/Olympus' cannot be used: name a time zone such as UTC or Europe/Berlin",
        ),
        (
            lambda: env.words({"LANGUAGES": "German,Q#1"}, "LANGUAGES", most=5),
            "LANGUAGES='Q#1' cannot be used: a word is a letter, then letters, digits, blanks, - or _",
        ),
        (
            lambda: env.words({"LANGUAGES": "German,German"}, "LANGUAGES", most=5),
            "LANGUAGES='German,German' cannot be used: each word may appear only once",
        ),
        (
            lambda: env.words({"LANGUAGES": "A,B,C"}, "LANGUAGES", most=2),
            "LANGUAGES='A,B,C' cannot be used: at most 2 words are allowed, 3 are given",
        ),
        (
            lambda: env.choices({"QUEUE_ORDER": "Q#Spanish#M"}, "QUEUE_ORDER", among=("fifo", "lifo")),
            "QUEUE_ORDER='Q#Spanish#M' cannot be used: write key=choice, the choice one of fifo, lifo",
        ),
        (
            lambda: env.url({"REDIS_URL": "localhost:6379"}, "REDIS_URL", schemes=("redis", "unix")),
            "REDIS_URL='localhost:6379' cannot be used: it starts with redis:// or unix:// and a host",
        ),
        (
            lambda: env.url({"REDIS_URL": "redis://[::1"}, "REDIS_URL", schemes=("redis",)),
            "REDIS_URL='redis://[::1' cannot be used: Invalid IPv6 URL",
        ),
        (
            lambda: env.url({"REDIS_URL": "redis://:pass@db:65536"}, "REDIS_URL", schemes=("redis",)),
            "REDIS_URL='…' cannot be used: Port out of range 0-65535",
        ),
    ],
)
def test_it_names_the_variable_the_value_and_the_limit(read: object, message: str) -> None:
    assert callable(read)
    with pytest.raises(env.SettingError) as caught:
        read()

    assert str(caught.value) == message
