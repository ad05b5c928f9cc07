"""`settings`: exports as YAML what it imports; errors are one line."""

from pathlib import Path

import pytest
from django.core.management.base import CommandError

from routing import runtime, services
from routing.model.settings.documents import Kind
from tests.documents import SALES
from tests.integration.routing.commands import said
from tests.memory.table import MemoryTable
from tests.trails import audit_trail

SAID = """\
outcomes:
  sales:
    label: Sales
    codes:
      booked: Visit booked
"""


@pytest.fixture(autouse=True)
def _table(memory: MemoryTable) -> None:
    assert memory.exists()


def test_what_is_exported_can_be_imported_and_says_what_changed(tmp_path: Path) -> None:
    file = tmp_path / "settings.yaml"
    file.write_text(SAID)
    assert said("settings", "import", str(file), "--dry-run") == "outcomes: would change\n"
    assert said("settings", "export", "outcomes") == "outcomes: {}\n"
    assert said("settings", "import", str(file), "--note", "from git") == "outcomes: saved\n"

    assert said("settings", "export", "outcomes") == SAID
    whole = said("settings", "export")
    file.write_text(whole)
    assert said("settings", "import", str(file)) == "".join(f"{kind}: unchanged\n" for kind in Kind)
    kept = services.settings_kept(runtime.router(), runtime.first_documents())[Kind.OUTCOMES]
    assert (kept.version, kept.document, kept.changed_by, kept.note) == (1, SALES, "command line", "from git")
    (entry,) = audit_trail(runtime.router(), runtime.now().date())
    assert entry.reason == "outcomes version 1: from git"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("outcomes: [", "is not YAML"),
        ("colors: {}", "fields must be kinds of settings: skills, policies, outcomes, pauses"),
        ("outcomes: {sales: 3}", "outcomes sales: 3 is not allowed"),
        ("policies: {queues: {'*': {ring_seconds: 0}}}", "ring_seconds: 0 is not allowed; from 1 to 600"),
        ("outcomes: {1: {}}", "it must be a map of named fields"),
    ],
)
def test_a_wrong_file_changes_nothing_and_is_one_line(tmp_path: Path, text: str, wrong: str) -> None:
    file = tmp_path / "settings.yaml"
    file.write_text(text)
    for more in ((), ("--dry-run",)):
        with pytest.raises(CommandError, match=wrong) as raised:
            said("settings", "import", str(file), *more)
        assert "\n" not in str(raised.value)
    with pytest.raises(CommandError, match="cannot be read"):
        said("settings", "import", str(tmp_path / "none.yaml"))
