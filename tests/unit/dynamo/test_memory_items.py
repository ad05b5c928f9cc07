"""Partitions: sorted, with heads that cost the same at any length."""

import time

from hypothesis import given
from hypothesis import strategies as st

from dynamo.items import Attributes, Key
from tests.memory.items import MemoryItems

_sort_keys = st.text(alphabet="ab#ü𝄞", min_size=1, max_size=4)


def an_item(sk: str) -> Attributes:
    return {"pk": "p", "sk": sk}


@given(
    st.lists(st.tuples(st.booleans(), _sort_keys)),
    st.text(alphabet="ab#", max_size=2),
    st.none() | st.integers(0, 5),
)
def test_a_head_is_what_sorting_all_would_give(
    steps: list[tuple[bool, str]], prefix: str, limit: int | None
) -> None:
    items, expected = MemoryItems(), dict[str, Attributes]()
    for keep, sk in steps:
        if keep:
            items.put(Key("p", sk), an_item(sk))
            expected[sk] = an_item(sk)
        else:
            items.remove(Key("p", sk))
            expected.pop(sk, None)
    wanted = sorted((sk for sk in expected if sk.startswith(prefix)), key=str.encode)
    for newest_first in (False, True):
        found = items.head("p", prefix=prefix, limit=limit, newest_first=newest_first)
        order = wanted[::-1] if newest_first else wanted
        assert [item["sk"] for item in found] == order[:limit]
    assert sorted(map(str, items.all())) == sorted(map(str, expected.values()))


def _head_seconds(items: MemoryItems) -> float:
    started = time.perf_counter()
    for _ in range(200):
        items.head("p", prefix="1", limit=10, newest_first=True)
    return time.perf_counter() - started


def test_the_head_of_100_000_entries_costs_no_more_than_that_of_100() -> None:
    short, long = MemoryItems(), MemoryItems()
    for items, count in ((short, 100), (long, 100_000)):
        for number in range(count):
            items.put(Key("p", f"1{number:06}"), an_item(f"1{number:06}"))
    # Reading the whole partition would cost a thousand times as much; twenty leaves room for a busy machine.
    assert min(_head_seconds(long) for _ in range(3)) < 20 * min(_head_seconds(short) for _ in range(3))
