#!/usr/bin/env python
"""Command line of Django and the product."""

import os
import sys


def main() -> None:
    """Run one management command; a setting that cannot be read ends it with one clear line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "callcenter.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415 - needs the line above

    from callcenter.env import SettingError  # noqa: PLC0415

    try:
        execute_from_command_line(sys.argv)
    except SettingError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
