"""Numeric arguments of commands, read as simulation.decimals reads them. Pure."""

from argparse import ArgumentTypeError

from simulation.decimals import number_from, whole_from


def number(text: str) -> float:
    """A decimal number. Raises ArgumentTypeError."""
    found = number_from(text)
    if found is None:
        raise ArgumentTypeError(f"{text!r} is not a number")
    return found


def whole(text: str) -> int:
    """A whole number. Raises ArgumentTypeError."""
    found = whole_from(text)
    if found is None:
        raise ArgumentTypeError(f"{text!r} is not a whole number")
    return found
