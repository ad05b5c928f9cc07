"""Batches for tests of sinks."""

from reporting.buffers.batches import Batch


def a_batch(count: int = 3, *, first: int = 7, key: str = "W#Spanish#Any") -> Batch:
    """Events {"n": 0}, {"n": 1} … of one moment."""
    text = b"\n".join(b'1763768714000 {"n":%d}' % number for number in range(count))
    return Batch(key, 1, 1_763_768_000_000, first, count, text)
