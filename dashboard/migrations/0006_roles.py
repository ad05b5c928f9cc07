"""Permissions to plan and to administer, and the groups viewers, planners and administrators."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

CHOOSE = ("change_agent_choice", "Can mark agents available, paused or offline")
SUPERVISE = ("supervise", "Can release agents, and move, remove, set aside, restore and take back calls")
PLAN = ("plan", "Can see the history, size teams and run simulations")
ADMINISTER = ("administer", "Can set up users and the centre")
GROUPS = {
    "viewers": ("view_board",),
    "planners": ("view_board", "plan"),
    "supervisors": ("plan",),
    "administrators": (
        *("view_board", "change_agent_choice", "supervise", "control_load"),
        *("plan", "administer"),
    ),
}


def grant(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Made here under the names by which Django will find them: it makes permissions after all migrations."""
    permissions = apps.get_model("auth", "Permission").objects
    content_type, _created = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label="dashboard", model="console"
    )
    for codename, name in (PLAN, ADMINISTER):
        permissions.get_or_create(content_type=content_type, codename=codename, defaults={"name": name})
    for name, codenames in GROUPS.items():
        group, _created = apps.get_model("auth", "Group").objects.get_or_create(name=name)
        group.permissions.add(*permissions.filter(codename__in=codenames))


class Migration(migrations.Migration):
    dependencies = [("dashboard", "0005_kept_answer")]  # noqa: RUF012 - the form Django reads
    # On the way back the groups stay: people may be in them.
    operations = [  # noqa: RUF012 - as above
        migrations.AlterModelOptions(
            name="console",
            options={
                "managed": False,
                "default_permissions": (),
                "permissions": (CHOOSE, SUPERVISE, PLAN, ADMINISTER),
            },
        ),
        migrations.RunPython(grant, migrations.RunPython.noop),
    ]
