"""Frames on the wire: deflated if large, else text. Pure.

A board of two thousand agents is half a megabyte of text that says the same words again and again; deflated
it is an eighth of that, on the wire and in the sending of it to everybody at once.
"""

import zlib
from typing import TypeAlias

Message: TypeAlias = str | bytes

# Characters; the deltas of an ordinary quarter of a second are smaller, and sent as they are.
PACKED_FROM = 16_384


def packed(text: str) -> Message:
    """The text itself, or its UTF-8 in zlib's format, which browsers unpack by themselves."""
    return text if len(text) < PACKED_FROM else zlib.compress(text.encode())


def unpacked(message: Message) -> str:
    """The text again, as browsers see it."""
    return message if isinstance(message, str) else zlib.decompress(message).decode()
