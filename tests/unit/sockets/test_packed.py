"""Frames on the wire: large ones deflated, small ones as text, both read back the same."""

import zlib

from hypothesis import given
from hypothesis import strategies as st

from sockets.packed import PACKED_FROM, packed
from tests.frames import unpacked

ROWS = '{"status":"queued","since":"2026-11-21T12:00:00.000+00:00"},' * 1_000


@given(st.text() | st.text(min_size=1).map(lambda text: text * PACKED_FROM))
def test_every_text_survives(text: str) -> None:
    assert unpacked(packed(text)) == text


def test_a_small_text_goes_as_it_is() -> None:
    text = "x" * (PACKED_FROM - 1)

    assert packed(text) is text


def test_a_big_one_goes_as_bytes_that_any_browser_inflates() -> None:
    message = packed(ROWS)

    assert isinstance(message, bytes)
    assert zlib.decompressobj(zlib.MAX_WBITS).decompress(message) == ROWS.encode()
    assert len(message) < len(ROWS) / 5
