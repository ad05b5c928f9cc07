"""Meter: sums over many threads, and the cost of a stretch."""

import threading

from dynamo.meter import Meter, MeterReading


def test_it_adds_up() -> None:
    meter = Meter()
    meter.count(requests=1)
    meter.count(attempts=3, read_units=1.5)
    meter.count(write_units=2)
    assert meter.reading() == MeterReading(read_units=1.5, write_units=2.0, requests=1, attempts=3)
    assert meter.reading().retries == 2


def test_a_difference_is_the_cost_of_a_stretch() -> None:
    meter = Meter()
    meter.count(requests=5, attempts=9, read_units=2)
    before = meter.reading()
    meter.count(requests=1, attempts=2, write_units=4)
    cost = meter.reading() - before
    assert cost == MeterReading(read_units=0, write_units=4, requests=1, attempts=2)
    assert cost.retries == 1


def test_no_count_of_a_thread_is_lost() -> None:
    meter = Meter()

    def count() -> None:
        for _ in range(1000):
            meter.count(requests=1)

    threads = [threading.Thread(target=count) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert meter.reading().requests == 8000
