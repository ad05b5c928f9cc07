"""Frames on the wire: deflated if large, else text. Pure.

A board of two thousand agents is half a megabyte of repetitive text; deflated it is an eighth of that on the
wire, and cheaper to send to all clients at once.
"""

import zlib
from typing import TypeAlias

Message: TypeAlias = str | bytes

# In characters; ordinary deltas of a quarter of a second are smaller, and sent as text.
PACKED_FROM = 16_384


def packed(text: str) -> Message:
    """The text itself, or its UTF-8 in zlib's format, which browsers unpack by themselves."""
    return text if len(text) < PACKED_FROM else zlib.compress(text.encode())
