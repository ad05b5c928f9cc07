"""Known faults of packages: reports read, faults and unreachable sources told."""

import pytest

from tests.architecture import advisories as checked
from tests.architecture.advisories import Found, advisories, npm_faults, python_faults

FAULT = {"id": "PYSEC-1", "aliases": ["CVE-1"], "fix_versions": ["2.1"], "description": "bad"}
SOUND = {"name": "sound", "version": "1", "vulns": []}
FAULTY = {"name": "faulty", "version": "2", "vulns": [FAULT]}
OF_NPM = {"name": "faulty", "range": "<3", "url": "https://example.com/advisories/GHSA-1", "severity": "high"}


def test_a_fault_of_a_python_package_is_told() -> None:
    assert python_faults({"dependencies": [SOUND, FAULTY]}) == Found(["faulty 2: PYSEC-1, mended in 2.1"])


def test_packages_that_the_source_does_not_know_are_counted() -> None:
    skipped = {"name": "unknown", "skip_reason": "not found"}

    found = python_faults({"dependencies": [SOUND, skipped]})
    assert (list(found.faults), found.unknown) == ([], "the source does not know 1 of 2 packages")


@pytest.mark.parametrize("name", ["PYSEC-1", "CVE-1", "GHSA-1"])
def test_an_excepted_fault_is_not_told(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setitem(checked.EXCEPTED, name, "the product does not call it")
    of_npm = npm_faults({"vulnerabilities": {"faulty": {"via": [OF_NPM]}}})
    of_python = python_faults({"dependencies": [FAULTY]})

    assert len(of_npm.faults) + len(of_python.faults) == 1


def test_a_fault_of_an_npm_package_is_told_once() -> None:
    through = {"via": ["faulty", OF_NPM]}

    found = npm_faults({"vulnerabilities": {"faulty": {"via": [OF_NPM]}, "user": through}})
    assert found == Found(["faulty <3: https://example.com/advisories/GHSA-1, high"])


def test_an_unreachable_source_is_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    assert advisories({"npm audit": lambda: npm_faults({"error": {"code": "ENOTFOUND"}})}) == 0
    assert "warning: npm audit: the source cannot be reached" in capsys.readouterr().out


def test_a_fault_ends_the_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert advisories({"pip-audit": lambda: Found(["faulty"]), "npm audit": Found}) == 1
    assert capsys.readouterr().out == "pip-audit: faulty\n"
