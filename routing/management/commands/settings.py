"""`settings`: exports the settings as YAML, and imports them."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import yaml
from django.core.management.base import CommandError

from routing import services
from routing.management.base import ORIGIN, RoutingCommand
from routing.model.outcomes import Conflict
from routing.model.settings.documents import Kind, is_same
from routing.router import Router
from routing.runtime import first_documents

STANDARD = "-"


class Command(RoutingCommand):
    """Exports and imports what administrators set up."""

    help = "Export the settings as YAML, or import them: all kinds in the file in one change, or none."
    origin = ORIGIN

    def add_arguments(self, parser: ArgumentParser) -> None:
        does = parser.add_subparsers(dest="does", required=True, metavar="export|import")
        export = does.add_parser("export", help="print the current settings as YAML")
        export.add_argument("kinds", nargs="*", choices=[*map(str, Kind), []], help="only these kinds")
        taken = does.add_parser(
            "import", help="save settings from YAML; kinds not in the file stay as they are"
        )
        taken.add_argument("file", help="the file, or - for standard input")
        taken.add_argument("--dry-run", action="store_true", help="check the file and say what would change")
        taken.add_argument("--note", default="", help="the reason, shown in the list of versions")
        taken.add_argument("--by", default=ORIGIN, help=f"the user shown with the change (default: {ORIGIN})")

    def run(self, router: Router, **options: Any) -> None:
        """Exports or imports; an error is one line, and nothing is changed then."""
        if options["does"] == "export":
            kept = services.settings_kept(router, first_documents())
            wanted = options["kinds"] or list(Kind)
            documents = {str(kind): one.document for kind, one in kept.items() if kind in wanted}
            self.stdout.write(yaml.safe_dump(documents, allow_unicode=True, sort_keys=False), ending="")
        else:
            self._take(router, _documents(options["file"]), options)

    def _take(self, router: Router, documents: dict[Kind, Any], options: dict[str, Any]) -> None:
        first = first_documents()
        before = services.settings_kept(router, first)
        if options["dry_run"]:
            services.settings_check(router, first, documents=documents)
        else:
            versions = {kind: before[kind].version for kind in documents}
            saved = services.settings_save(
                router, first, documents=documents, expected_versions=versions, note=options["note"]
            )
            if isinstance(saved, Conflict):
                raise CommandError(f"Not saved: {saved.reason}")
        for kind, document in documents.items():
            self.say(_result(kind, is_same(document, before[kind].document), dry=options["dry_run"]))


def _result(kind: Kind, is_same: bool, *, dry: bool) -> str:  # noqa: FBT001 - the one fact of the line
    changes = "would change" if dry else "saved"
    return f"{kind}: {'unchanged' if is_same else changes}"


def _documents(file: str) -> dict[Kind, Any]:
    """The documents of a file, by kind. Raises CommandError."""
    try:
        text = sys.stdin.read() if file == STANDARD else Path(file).read_text(encoding="utf-8")
        found = yaml.safe_load(text)
    except (OSError, UnicodeError) as error:
        raise CommandError(f"{file} cannot be read: {error}") from None
    except yaml.YAMLError as error:
        raise CommandError(f"{file} is not YAML: {' '.join(str(error).split())}") from None
    if not isinstance(found, dict) or not found.keys() <= set(Kind):
        raise CommandError(f"{file}: its fields must be kinds of settings: {', '.join(Kind)}")
    return {Kind(kind): document for kind, document in found.items()}
