"""The files that pages load: all of them can be collected under names that tell their content."""

from io import StringIO
from pathlib import Path

from django.core.management import call_command
from django.test import override_settings

STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"}}


def test_every_reference_in_them_leads_to_a_file(tmp_path: Path) -> None:
    said = StringIO()
    with override_settings(STATIC_ROOT=tmp_path, STORAGES=STORAGES):
        call_command("collectstatic", interactive=False, stdout=said)

    assert "post-processed" in said.getvalue()
    assert list(tmp_path.glob("build/board.*.css"))
