"""Settings of the board's processes in a benchmark: the product's own, static files in a folder of theirs."""

from callcenter.settings import *  # noqa: F403 - the point of this module
from callcenter.settings import DATA_DIR

STATIC_ROOT = DATA_DIR / "static"
