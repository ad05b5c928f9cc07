"""Lua scripts: loaded from files, run by hash, or by text where the hash is unknown."""

import hashlib
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import redis

FOLDER = Path(__file__).with_name("lua")
Argument = str | bytes | int


class Script:
    """One script: the shared text, then its own."""

    def __init__(self, name: str) -> None:
        self.name = name

    @cached_property
    def text(self) -> str:
        """The text that Redis runs."""
        return "\n".join(
            (FOLDER / f"{name}.lua").read_text(encoding="utf-8") for name in ("shared", self.name)
        )

    @cached_property
    def digest(self) -> str:
        """Its hash in Redis."""
        return hashlib.sha1(self.text.encode(), usedforsecurity=False).hexdigest()

    def run(self, client: "redis.Redis", root: str, *arguments: Argument) -> Any:
        """Its answer, in one round trip; in two if Redis forgot the script. Raises redis.RedisError."""
        try:
            return client.evalsha(self.digest, 1, root, *arguments)
        except redis.exceptions.NoScriptError:
            return client.eval(self.text, 1, root, *arguments)


@lru_cache
def script(name: str) -> Script:
    """The script of this name, read once."""
    return Script(name)
