"""`python -m tests.architecture.dead_code`: definitions of product and benchmarks without a use.

A name in a template counts as used, and so does one at the end of a dotted path in the settings, or a field
in the record of an item. Tests do not count: what only they use belongs to them. pyproject.toml lists the
paths and what frameworks use.
"""

import re
import sys
from pathlib import Path

from vulture import Vulture
from vulture.config import make_config

TAG = re.compile(r"{[{%].*?[%}]}")
WORD = re.compile(r"\w+")
DOTTED_PATH = re.compile(r'"[\w.]+[.:](\w+)"')
FIELD_OF_ITEM = re.compile(r'\("(\w+)", record\.')


def dead_code() -> list[str]:
    """A line for each definition without a use."""
    config = make_config([])
    found = Vulture(ignore_names=config["ignore_names"], ignore_decorators=config["ignore_decorators"])
    found.scavenge(config["paths"], exclude=config["exclude"])
    templates = [page.read_text() for page in Path("templates").rglob("*") if page.is_file()]
    used = {word for text in templates for tag in TAG.findall(text) for word in WORD.findall(tag)}
    for settings in Path("callcenter").glob("*.py"):
        used.update(DOTTED_PATH.findall(settings.read_text()))
    for items in Path().glob("*/storage/*_items.py"):
        used.update(FIELD_OF_ITEM.findall(items.read_text()))
    return [
        one.get_report()
        for one in found.get_unused_code(min_confidence=config["min_confidence"])
        if one.name not in used
    ]


if __name__ == "__main__":
    sys.exit("\n".join(dead_code()) or 0)
