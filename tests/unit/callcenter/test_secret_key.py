"""The signing key of an installation that was given none."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from callcenter.secret_key import secret_key


def test_it_makes_the_key_once_and_keeps_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "secret-key"

    first, second = secret_key(path), secret_key(path)

    assert first == second
    assert len(first) >= 50
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["secret-key"]


def test_it_gives_all_who_race_the_same_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: secret_key(tmp_path / "secret-key"), range(40)))

    assert len(keys) == 1
