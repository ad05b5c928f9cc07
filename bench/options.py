"""Option types of the benchmark commands."""

import argparse


def positive(text: str) -> int:
    """A whole number from 1. Raises ArgumentTypeError."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return number
