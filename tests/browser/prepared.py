"""Start of every site, made once: a migrated database with users, each already signed in."""

import fcntl
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import StorageState, StorageStateCookie

from localservices.ports import LOOPBACK

ALONE = "master"  # the worker id of a run in one process
PASSWORD = "correct horse"
PEOPLE = {"mara": "supervisors", "olga": "operators", "ada": "administrators", "nobody": ""}
SECRETS = {
    "DJANGO_SETTINGS_MODULE": "tests.browser.settings",
    "SECRET_KEY": "browser-tests-only".ljust(32, "-"),
}
# All in one process: each takes longer to start than to do its work.
PREPARE = f"""
import json
from importlib import import_module
import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import Group, User
from django.core.management import call_command
call_command("migrate", verbosity=0)
keys = {{}}
for name, group in {PEOPLE!r}.items():
    user = User.objects.create_user(name, password={PASSWORD!r})
    user.groups.set(Group.objects.filter(name=group))
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    keys[name] = session.session_key
print(json.dumps(keys))
"""


@dataclass(frozen=True)
class Prepared:
    """A folder with the database, and the key of everybody's session."""

    folder: Path
    keys: dict[str, str]

    def copied_to(self, folder: Path) -> None:
        """Gives a site a database of its own."""
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)

    @property
    def sessions(self) -> dict[str, StorageState]:
        """The session cookies of all signed-in users, at any site with the database."""
        return {name: {"cookies": [_cookie(key)], "origins": []} for name, key in self.keys.items()}


def _cookie(key: str) -> StorageStateCookie:
    return {
        "name": "sessionid",
        "value": key,
        "domain": LOOPBACK,
        "path": "/",
        "expires": -1,
        "httpOnly": True,
        "secure": False,
        "sameSite": "Lax",
    }


def prepare(folders: pytest.TempPathFactory, worker_id: str) -> Prepared:
    """The database of a test run: the first process that asks makes it, while others wait."""
    own = folders.getbasetemp()
    folder = (own if worker_id == ALONE else own.parent) / "prepared"
    made, keys = folder / "made", folder / "keys.json"
    made.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not keys.exists():
            keys.write_text(_make(made), encoding="utf-8")
    return Prepared(made, json.loads(keys.read_text(encoding="utf-8")))


def _make(folder: Path) -> str:
    """Makes the database; the answer has everybody's key."""
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v0", "-c", PREPARE],
        env={**os.environ, **SECRETS, "DATA_DIR": str(folder)},
        cwd=settings.BASE_DIR,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout
