"""Settings of the board benchmark: the product's, with static files in a folder of their own."""

from callcenter.settings import *  # noqa: F403 - the point of this module
from callcenter.settings import DATA_DIR

STATIC_ROOT = DATA_DIR / "static"
