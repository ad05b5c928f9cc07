"""PostgreSQL server of a benchmark: own folder, own user where root runs it, a Unix socket only."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from bench.centre.engine import running, temporary_folder
from localservices.programs import Program

DEBIAN = Path("/usr/lib/postgresql")
USER = "bench"
MISSING = "no server is on PATH or under /usr/lib/postgresql. On Debian: apt install postgresql"
# What its documentation advises for a small machine. Commits are durable: fsync, synchronous_commit and
# full_page_writes stay on. Nobody replicates from it, so the log holds what recovery needs.
TUNED = {
    "shared_buffers": "256MB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_wal_size": "4GB",
    "checkpoint_timeout": "30min",
    "wal_buffers": "16MB",
    "jit": "off",
    "fsync": "on",
    "synchronous_commit": "on",
    "full_page_writes": "on",
}


def postgres_binary(name: str) -> Path:
    """A program of PostgreSQL, of PATH or of Debian's newest version. Raises FileNotFoundError."""
    if found := shutil.which(name):
        return Path(found)
    for path in sorted(DEBIAN.glob(f"*/bin/{name}"), reverse=True):
        return path
    raise FileNotFoundError(MISSING)


@contextmanager
def own_postgres() -> Iterator[str]:
    """The connection string of a new server; it stops with the block. Raises FileNotFoundError."""
    initdb, postgres = postgres_binary("initdb"), postgres_binary("postgres")
    with temporary_folder() as folder:
        data, user = folder / "data", _unprivileged()
        if user:
            shutil.chown(folder, user.pw_uid, user.pw_gid)
        command = [
            *_as(user),
            str(initdb),
            "-D",
            str(data),
            "-U",
            USER,
            "--auth=trust",
            "--no-locale",
            "-E",
            "UTF8",
        ]
        subprocess.run(command, check=True, capture_output=True, cwd=folder)  # noqa: S603
        address = f"host={folder} user={USER} dbname=postgres"
        options = (part for name, value in TUNED.items() for part in ("-c", f"{name}={value}"))
        own = (str(postgres), "-D", str(data), "-k", str(folder), "-c", "listen_addresses=", *options)
        server = Program(
            "PostgreSQL", (*_as(user), *own), folder / "log", lambda: _answers(address), folder=folder
        )
        with running(server):
            yield address


def _unprivileged() -> pwd.struct_passwd | None:
    """The user to run as: PostgreSQL refuses root."""
    if os.geteuid() != 0:
        return None
    names = {user.pw_name: user for user in pwd.getpwall()}
    return names.get("postgres") or names["nobody"]


def _as(user: pwd.struct_passwd | None) -> tuple[str, ...]:
    # A change of user clears the signal that ends a child with its launcher, so it is set again.
    return (
        ("setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups", "--pdeathsig=TERM")
        if user
        else ()
    )


def _answers(address: str) -> bool:
    try:
        psycopg.connect(address, connect_timeout=1).close()
    except psycopg.OperationalError:
        return False
    return True
