"""Frames of the board, as a browser reads them."""

import zlib

from sockets.packed import Message


def unpacked(message: Message) -> str:
    """The text of a frame, deflated or not."""
    return message if isinstance(message, str) else zlib.decompress(message).decode()
