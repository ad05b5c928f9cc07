"""Build id: a digest of scripts, styles, templates and code, by which an open page sees it is outdated."""

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings

# Parts of an open page: scripts and styles, templates, and the code that writes and feeds them.
PARTS = (
    "static/build/*.js",
    "static/build/*.css",
    "templates/**/*.html",
    "dashboard/**/*.py",
    "live/**/*.py",
)


@cache
def build_id() -> str:
    """The same for the same files on any machine; computed once per process."""
    folder = Path(settings.BASE_DIR)
    return name_of(path for pattern in PARTS for path in folder.glob(pattern))


def name_of(files: Iterable[Path]) -> str:
    together = sha256()
    for path in sorted(files):
        together.update(sha256(path.read_bytes()).digest())
    return together.hexdigest()[:12]
