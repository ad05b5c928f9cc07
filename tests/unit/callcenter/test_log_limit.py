"""Log limit: one warning or error for each cause and minute; the rest are counted and reported."""

import logging

import pytest

from callcenter.log_limit import MOST_CAUSES, BoundedHandler, OneAMinute


class Lines:
    """Lines that a limit passes, on a test clock."""

    def __init__(self) -> None:
        self.now = 0.0
        self.limit = OneAMinute(lambda: self.now)
        self.written: list[str] = []

    def log(self, message: str, *, name: str = "live.feed.leading", level: int = logging.WARNING) -> None:
        record = logging.LogRecord(name, level, __file__, 1, message, None, None)
        self.written += [one.getMessage() for one in self.limit.written(record)]


@pytest.fixture
def lines() -> Lines:
    return Lines()


def test_a_cause_is_written_once_a_minute_and_then_how_often_it_came(lines: Lines) -> None:
    for tries in range(1000):
        lines.now = tries * 0.05
        lines.log(f"Redis is away, try {tries}")
    lines.now = 61.0
    lines.log("Redis is away, try 1000")

    assert lines.written == [
        "Redis is away, try 0",
        "999 more in the last minute like: Redis is away, try 999",
        "Redis is away, try 1000",
    ]


def test_what_was_held_back_is_told_by_the_next_line_of_any_other_cause(lines: Lines) -> None:
    lines.log("away")
    lines.log("away")
    lines.now = 60.0
    lines.log("a queue is full")

    assert lines.written == ["away", "1 more in the last minute like: away", "a queue is full"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Redis is away: Connection refused", "Redis is away: MISCONF"),
        ("sink crm takes nothing: crm answered 503", "sink crm takes nothing: crm answered 500"),
        ("sink crm2 takes nothing", "sink crm3 takes nothing"),
    ],
)
def test_another_cause_is_never_held_back(lines: Lines, one: str, other: str) -> None:
    lines.log(one)
    lines.log(other)

    assert lines.written == [one, other]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("again in 2.00 seconds... (1/None)", "again in 4.00 seconds... (100/None)"),
        ("task ffc86d58-c2a0-4a5e-88ed-548f98f69695 lost", "task 00ee47f0-c2a0-4a5e-88ed-aa8f98f69695 lost"),
        ("call 4q0n7k2v9s1b3d5f6h8j waits", "call 0a1c2e3g4i5k6m7o8qas waits"),
        ("call bf826df5-000001 waits", "call bf826df5-000002 waits"),
        ("expires 2026-11-22 15:41:43.194768+00:00", "expires 2026-11-22 15:41:44.2+00:00"),
    ],
)
def test_ids_numbers_and_moments_are_no_causes(lines: Lines, one: str, other: str) -> None:
    lines.log(one)
    lines.log(other)

    assert lines.written == [one]


def test_levels_and_loggers_are_told_apart_and_information_always_passes(lines: Lines) -> None:
    lines.log("away")
    lines.log("away", level=logging.ERROR)
    lines.log("away", name="live.hub.fan_out")
    lines.log("away", level=logging.INFO)
    lines.log("away", level=logging.INFO)

    assert lines.written == ["away"] * 5


def test_new_words_each_time_end_after_so_many_in_a_minute_and_hide_no_error(lines: Lines) -> None:
    words = [f"{chr(97 + number // 26)}{chr(97 + number % 26)}" for number in range(MOST_CAUSES * 4)]
    for word in words:
        lines.log(f"Not Found: /{word}", name="django.request")
    lines.log("Internal Server Error: /", name="django.request", level=logging.ERROR)
    lines.now = 60.0
    lines.log("Not Found: /at-last", name="django.request")

    shown = [f"Not Found: /{word}" for word in words]
    assert lines.written == [
        *shown[: MOST_CAUSES + 1],
        "Internal Server Error: /",
        f"{MOST_CAUSES * 3 - 1} more in the last minute like: {shown[-1]}",
        "Not Found: /at-last",
    ]


def test_the_same_message_with_another_exception_is_another_cause() -> None:
    limit = OneAMinute(lambda: 0.0)
    faults = [ValueError("a"), KeyError("a"), KeyError("b"), KeyError("b")]
    records = [
        logging.LogRecord("web", logging.ERROR, __file__, 1, "failed", None, (type(one), one, None))
        for one in faults
    ]

    assert [len(list(limit.written(record))) for record in records] == [1, 1, 1, 0]


def test_at_its_end_the_handler_tells_what_it_held_back(capsys: pytest.CaptureFixture[str]) -> None:
    handler = BoundedHandler(lambda: 0.0)
    for _ in range(3):
        handler.handle(logging.LogRecord("web", logging.ERROR, __file__, 1, "away", None, None))
    handler.close()

    assert capsys.readouterr().err == "away\n2 more in the last minute like: away\n"


@pytest.mark.parametrize("name", ["dashboard.sign_in", "api.tokens"])
def test_failed_sign_ins_and_refused_tokens_are_written_each_because_fail2ban_counts_them(name: str) -> None:
    limit = OneAMinute(lambda: 0.0)
    failed = logging.LogRecord(name, logging.WARNING, "", 1, "refused", None, None)

    assert [list(limit.written(failed)) for _ in range(3)] == [[failed]] * 3
