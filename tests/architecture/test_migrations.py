"""Migrations: they lead to the models as they are."""

from django.apps import apps
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState


def test_no_model_has_changed_without_a_migration() -> None:
    loader = MigrationLoader(None)
    found = MigrationAutodetector(loader.project_state(), ProjectState.from_apps(apps))

    assert found.changes(graph=loader.graph) == {}
