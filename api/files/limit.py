"""Limit of the body by address: a file where one is taken, else JSON."""

from django.conf import settings

from api.conventions.json_bodies import MOST_BYTES

OF_FILES = "/attachments"


def most_bytes(path: str) -> int:
    files: int = settings.ATTACHMENTS["most_bytes"]
    return files if path.endswith(OF_FILES) else MOST_BYTES
