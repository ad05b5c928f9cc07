"""Secrets made once per installation and kept in a file."""

import secrets
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from callcenter.made_once import made_once


def test_it_makes_the_text_once_and_keeps_it_for_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "new" / "secret-key"

    first, second = made_once(path, secrets.token_hex), made_once(path, secrets.token_hex)

    assert first == second
    assert len(first) == 64
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["secret-key"]


def test_it_gives_all_who_race_the_same_text(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: made_once(tmp_path / "secret-key", secrets.token_hex), range(40)))

    assert len(keys) == 1
