"""Groups operators and supervisors, with their permissions."""

from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

# (app, model, codename); Django itself creates permissions only after all migrations, so they are made
# here by the name under which it will find them.
VIEW_BOARD = ("live", "board", "view_board", "Can see the live board")
CHOOSE = ("dashboard", "console", "change_agent_choice", "Can mark agents available, paused or offline")
CONTROL_LOAD = ("simulation", "loadrun", "control_load", "Can start and stop the load")

GROUPS = {"operators": (VIEW_BOARD, CHOOSE), "supervisors": (VIEW_BOARD, CHOOSE, CONTROL_LOAD)}


def create_groups(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    """A group that exists already keeps its members and whatever else it may do."""
    groups = apps.get_model("auth", "Group")
    for name, wanted in GROUPS.items():
        group, _created = groups.objects.get_or_create(name=name)
        group.permissions.add(*(_permission(apps, *one) for one in wanted))


def _permission(apps: StateApps, app: str, model: str, codename: str, name: str) -> Any:
    types, permissions = apps.get_model("contenttypes", "ContentType"), apps.get_model("auth", "Permission")
    content_type, _created = types.objects.get_or_create(app_label=app, model=model)
    permission, _created = permissions.objects.get_or_create(
        content_type=content_type, codename=codename, defaults={"name": name}
    )
    return permission


class Migration(migrations.Migration):
    dependencies = [  # noqa: RUF012 - the form Django reads
        ("dashboard", "0001_initial"),
        ("live", "0001_initial"),
        ("simulation", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]
    # On the way back the groups stay: people may be in them.
    operations = [migrations.RunPython(create_groups, migrations.RunPython.noop)]  # noqa: RUF012 - as above
