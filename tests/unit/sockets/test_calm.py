"""Log of a failure: a line when it begins and when it is over, none in between."""

import logging

import pytest

from sockets.calm import Calm


def test_it_speaks_once_at_each_end(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    moments = iter([10.0, 13.5])
    calm = Calm(logging.getLogger("live.test"), clock=lambda: next(moments))
    calm.well("never failed")
    for _ in range(100):
        calm.trouble("Redis does not answer.")
    calm.well("Redis answers")
    calm.well("Redis answers")
    assert [record.getMessage() for record in caplog.records] == [
        "Redis does not answer; trying again until it works",
        "Redis answers after 3.5 s",
    ]
    assert calm.failures == 100
