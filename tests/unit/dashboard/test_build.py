"""Build id: the same for the same files, another when one changes."""

from pathlib import Path

from dashboard.pages.build import build_id, name_of


def files_in(folder: Path, **texts: str) -> list[Path]:
    folder.mkdir()
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


def test_the_same_files_have_the_same_name_wherever_they_lie(tmp_path: Path) -> None:
    here, there = files_in(tmp_path / "here", a="1", b="2"), files_in(tmp_path / "there", b="2", a="1")

    assert name_of(here) == name_of(there)


def test_any_change_makes_another_name(tmp_path: Path) -> None:
    before = name_of(files_in(tmp_path / "before", a="1", b="2"))
    changed = name_of(files_in(tmp_path / "changed", a="1", b="3"))
    moved = name_of(files_in(tmp_path / "moved", a="12", b=""))

    assert len({before, changed, moved}) == 3


def test_the_product_has_one_that_stays() -> None:
    assert build_id() == build_id() != name_of([])
