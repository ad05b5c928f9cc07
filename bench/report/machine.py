"""Machine: processor, cores and program versions in words, and the commit; no host name, no folder."""

import os
import platform
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from bench.centre.engine import ROOT
from localservices.engine import engine_binary, platform_name
from localservices.redis_server import redis_binary


def machine() -> dict[str, str]:
    """Processor, cores, memory, and versions of the programs."""
    return {
        "processor": f"{_processor()}, {os.cpu_count()} cores",
        "memory": f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.1f} GiB",
        "system": f"{platform.system()} {platform.release().split('-')[0]} {platform.machine()}",
        "Python": f"Python {platform.python_version()}, boto3 {version('boto3')}",
        "engine": _said([str(engine_binary(ROOT / "node_modules", platform=platform_name())), "--version"]),
        "Redis": _said([str(redis_binary()), "--version"]).split(" sha=")[0],
    }


def commit(folder: Path = ROOT) -> str:
    """The commit that a folder has checked out, as words after a date; empty without git or a commit.

    The page of benchmarks, which a run itself rewrites, is not counted among the changes.
    """
    git = ["git", "-C", str(folder)]
    try:
        found = _said([*git, "rev-parse", "--short=8", "HEAD"])
        pages = (":!docs/benchmarks.md", ":!docs/benchmarks.svg")
        changes = found and _said([*git, "status", "--porcelain", "--", ".", *pages])
    except FileNotFoundError:
        return ""
    return f" at commit {found}{' with changes' if changes else ''}" if found else ""


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or sys.platform


def _said(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)  # noqa: S603
    return done.stdout.strip()
