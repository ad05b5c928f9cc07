"""Values of an event loop: one for each, made on first use."""

import asyncio
from collections.abc import Callable
from typing import TypeVar
from weakref import WeakKeyDictionary

Value = TypeVar("Value")


def per_loop(make: Callable[[], Value]) -> Callable[[], Value]:
    """A function that returns the value of the running event loop: one per web process."""
    made: WeakKeyDictionary[asyncio.AbstractEventLoop, Value] = WeakKeyDictionary()

    def current() -> Value:
        loop = asyncio.get_running_loop()
        if loop not in made:
            made[loop] = make()
        return made[loop]

    return current
