"""Build id: a digest of scripts, styles, templates and code, by which an open page sees it is outdated."""

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings

# What an open page is made of: scripts and styles, templates, and who writes and feeds them.
PARTS = (
    "static/build/*.js",
    "static/build/*.css",
    "templates/**/*.html",
    "dashboard/**/*.py",
    "live/**/*.py",
)


@cache
def build_id() -> str:
    """The same for the same files, on whichever machine; read once in the life of a process."""
    folder = Path(settings.BASE_DIR)
    return name_of(path for pattern in PARTS for path in folder.glob(pattern))


def name_of(files: Iterable[Path]) -> str:
    """A short name for what these files hold."""
    together = sha256()
    for path in sorted(files):
        together.update(sha256(path.read_bytes()).digest())
    return together.hexdigest()[:12]
