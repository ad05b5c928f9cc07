"""`python -m tests.architecture.advisories`: known faults of the pinned packages.

PyPI and the npm registry are asked. A source that cannot be reached, or does not know our packages, is a
warning: who works without a network is not stopped.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

# By id: why an advisory does not concern the product.
EXCEPTED: dict[str, str] = {}
PINNED = ("requirements.txt", "requirements-dev.txt")
# One package first: without a network all of them would be waited for.
ANSWER_SECONDS, MOST_SECONDS = 5, 180
NO_ANSWER = "the source cannot be reached"


@dataclass(frozen=True)
class Found:
    """What a source has answered: a line for each fault, or why it is not known."""

    faults: Sequence[str] = field(default=())
    unknown: str = ""


def python_faults(report: Mapping[str, Any]) -> Found:
    """From the report of pip-audit."""
    packages = report.get("dependencies", [])
    left_out = sum("skip_reason" in one for one in packages)
    faults = [
        f"{one['name']} {one['version']}: {fault['id']}, mended in {_releases(fault)}"
        for one in packages
        for fault in one.get("vulns", [])
        if not EXCEPTED.keys() & {fault["id"], *fault.get("aliases", [])}
    ]
    return Found(faults, f"the source does not know {left_out} of {len(packages)} packages" * bool(left_out))


def _releases(fault: Mapping[str, Any]) -> str:
    return ", ".join(fault["fix_versions"]) or "no release"


def npm_faults(report: Mapping[str, Any]) -> Found:
    """From the report of `npm audit`."""
    if "vulnerabilities" not in report:
        return Found(unknown=NO_ANSWER)
    faults = {
        f"{fault['name']} {fault['range']}: {fault['url']}, {fault['severity']}"
        for one in report["vulnerabilities"].values()
        for fault in one["via"]
        if isinstance(fault, dict) and fault["url"].rpartition("/")[2] not in EXCEPTED
    }
    return Found(sorted(faults))


def report_of(command: Sequence[str], *, seconds: float) -> Mapping[str, Any]:
    """The JSON that a command prints; empty without."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
        return dict(json.loads(done.stdout))
    except (subprocess.TimeoutExpired, OSError, ValueError):
        return {}


def pip_audit(*files: str, seconds: float) -> Found:
    """Of the packages of these files, which name a version of each."""
    options = (
        "--no-deps",
        "--disable-pip",
        "--progress-spinner",
        "off",
        "--format",
        "json",
        "--timeout",
        "3",
    )
    program = str(Path(sys.executable).with_name("pip-audit"))
    named = [part for file in files for part in ("--requirement", file)]
    report = report_of([program, *options, *named], seconds=seconds)
    return python_faults(report) if report else Found(unknown=NO_ANSWER)


def of_python() -> Found:
    """Asks about one package first."""
    with TemporaryDirectory() as folder:
        first = Path(folder, "requirements.txt")
        lines = Path(PINNED[0]).read_text(encoding="utf-8").splitlines()
        first.write_text(next(one for one in lines if one.startswith("django==")).rstrip("\\ "))
        tried = pip_audit(str(first), seconds=ANSWER_SECONDS)
    return tried if tried.unknown else pip_audit(*PINNED, seconds=MOST_SECONDS)


def of_npm() -> Found:
    """All packages are one question."""
    options = (
        "--json",
        "--package-lock-only",
        "--fetch-retries=0",
        f"--fetch-timeout={ANSWER_SECONDS * 1000}",
    )
    return npm_faults(report_of(["npm", "audit", *options], seconds=2 * ANSWER_SECONDS))


def advisories(sources: Mapping[str, Callable[[], Found]]) -> int:
    """The exit code, after a line for each fault and each warning."""
    faulty = False
    for name, ask in sources.items():
        found = ask()
        for fault in found.faults:
            print(f"{name}: {fault}")
        if found.unknown:
            print(f"warning: {name}: {found.unknown}; known faults of packages were not checked")
        faulty |= bool(found.faults)
    return int(faulty)


if __name__ == "__main__":
    sys.exit(advisories({"pip-audit": of_python, "npm audit": of_npm}))
