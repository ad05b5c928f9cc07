"""Additions of threads that wait for each other share a request, and each gets its own number."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from dynamo.exceptions import DynamoError, EngineUnavailableError
from dynamo.protocol.grouped import GroupedAdds
from tests.waiting import wait_until


class Counter:
    """A number that is added to by slow requests."""

    def __init__(self) -> None:
        self.number = 0
        self.sent: list[int] = []
        self.may_answer = Event()
        self.error: DynamoError | None = None

    def add(self, target: str, number: int) -> int:  # noqa: ARG002  # there is one number
        self.sent.append(number)
        assert self.may_answer.wait(timeout=10)
        if self.error:
            raise self.error
        self.number += number
        return self.number


def _next_sum(grouped: GroupedAdds[str]) -> int:
    group = grouped._next.get("tickets")
    return group.sum if group else 0


def test_what_is_added_while_a_request_is_on_its_way_goes_out_together() -> None:
    counter = Counter()
    grouped = GroupedAdds(counter.add)
    with ThreadPoolExecutor(5) as pool:
        first = pool.submit(grouped.add, "tickets", 1)
        wait_until(lambda: counter.sent == [1], "the first request is on its way")
        others = [pool.submit(grouped.add, "tickets", 2) for _ in range(3)]
        wait_until(lambda: _next_sum(grouped) == 6, "the others wait for it")
        counter.may_answer.set()

    assert counter.sent == [1, 6]
    assert first.result() == 1
    assert sorted(one.result() for one in others) == [3, 5, 7]


def test_all_of_a_group_hear_of_its_error_and_the_next_addition_is_a_new_request() -> None:
    counter = Counter()
    counter.error = EngineUnavailableError("http://127.0.0.1")
    grouped = GroupedAdds(counter.add)
    with ThreadPoolExecutor(3) as pool:
        asked = [pool.submit(grouped.add, "tickets", 1)]
        wait_until(lambda: counter.sent == [1], "the first request is on its way")
        asked += [pool.submit(grouped.add, "tickets", 1) for _ in range(2)]
        wait_until(lambda: _next_sum(grouped) == 2, "the others wait for it")
        counter.may_answer.set()
        for one in asked:
            with pytest.raises(DynamoError):
                one.result()

    counter.error = None
    assert grouped.add("tickets", 1) == 1


def test_an_addition_that_ended_before_another_began_comes_before_it() -> None:
    counter = Counter()
    counter.may_answer.set()
    grouped = GroupedAdds(counter.add)

    assert [grouped.add("tickets", 1) for _ in range(3)] == [1, 2, 3]


def test_others_ask_again_when_the_thread_that_asks_for_them_is_interrupted() -> None:
    counter = Counter()
    counter.may_answer.set()
    grouped = GroupedAdds(counter.add)
    has_begun = Event()

    class Interrupted:
        def __enter__(self) -> None:
            has_begun.set()
            wait_until(lambda: _next_sum(grouped) == 2, "another joined the group")
            del grouped._sending["tickets"]
            raise KeyboardInterrupt

        def __exit__(self, *_: object) -> None: ...

    turn: Any = Interrupted()
    grouped._sending["tickets"] = turn
    with ThreadPoolExecutor(2) as pool:
        asks = pool.submit(grouped.add, "tickets", 1)
        assert has_begun.wait(timeout=10)
        other = pool.submit(grouped.add, "tickets", 1)
        with pytest.raises(KeyboardInterrupt):
            asks.result(timeout=10)
        assert other.result(timeout=10) == 1
