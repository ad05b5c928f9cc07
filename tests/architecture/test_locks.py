"""Package locks: pinned with hashes, the same whatever index pip uses."""

import re

import pytest

from tests.architecture.sources import ROOT


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_package_is_pinned_with_hashes_and_no_place_is_named(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    locked = re.sub(r"\\\n", "", re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE)).split("\n")

    packages = [line for line in locked if line.strip()]
    assert packages
    assert not [one for one in packages if not re.fullmatch(r"\S+==\S+( +--hash=sha256:[0-9a-f]{64})+", one)]
    assert not re.search(r"^--|://", text, re.MULTILINE)


def test_both_lists_agree() -> None:
    runtime, development = (
        dict(re.findall(r"^(\S+)==(\S+)", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE))
        for name in ("requirements.txt", "requirements-dev.txt")
    )

    shared = runtime.keys() & development.keys()
    assert {name: runtime[name] for name in shared} == {name: development[name] for name in shared}
