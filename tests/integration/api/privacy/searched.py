"""Search for a text in all stores: tables, database, Redis, files."""

from pathlib import Path
from typing import Any

import redis
from django.conf import settings
from django.db import connection

from api.access.sealed_answers import PURPOSE
from messaging.runtime import messenger
from outbound import sealing
from routing.runtime import router
from routing.storage.command_items import REPLY


def stores_with(text: str, *, url: str, folder: Path) -> dict[str, list[str]]:
    """Where the text is, by store."""
    found = {
        "calls": [_name(item) for item in router().table.scan() if text in _opened(item)],
        "messages": [_name(item) for item in messenger().table.scan() if text in repr(item)],
        "database": [table for table in connection.introspection.table_names() if _in_rows(table, text)],
        "redis": _in_redis(url, text),
        "files": [str(one) for one in folder.rglob("*") if _in_file(one, text)],
    }
    return {store: where for store, where in found.items() if where}


def _opened(item: Any) -> str:
    """The item, with the reply that it keeps as it was sent."""
    if REPLY not in item:
        return repr(item)
    return repr(item) + sealing.opened(item[REPLY], PURPOSE, [settings.SECRET_KEY])


def _name(item: Any) -> str:
    return f"{item['pk']} {item['sk']}"


def _in_rows(table: str, text: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608 - a table of ours
        return any(text in repr(row) for row in cursor.fetchall())


def _in_redis(url: str, text: str) -> list[str]:
    with redis.Redis.from_url(url, decode_responses=True) as client:
        return [name for name in client.scan_iter() if text in name or text in repr(_value(client, name))]


def _value(client: Any, name: str) -> Any:
    read = {
        "string": client.get,
        "hash": client.hgetall,
        "set": client.smembers,
        "list": lambda key: client.lrange(key, 0, -1),
        "zset": lambda key: client.zrange(key, 0, -1),
        "stream": client.xrange,
    }
    return read[client.type(name)](name)


def _in_file(path: Path, text: str) -> bool:
    return path.is_file() and text.encode() in path.read_bytes() + path.name.encode()
