"""Permission to supervise, given to supervisors."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

CHOOSE = ("change_agent_choice", "Can mark agents available, paused or offline")
SUPERVISE = ("supervise", "Can release agents, and move, remove, set aside, restore and take back calls")


def grant(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Made here under the name by which Django will find it: it makes permissions after all migrations."""
    codename, name = SUPERVISE
    content_type, _created = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label="dashboard", model="console"
    )
    permission, _created = apps.get_model("auth", "Permission").objects.get_or_create(
        content_type=content_type, codename=codename, defaults={"name": name}
    )
    supervisors, _created = apps.get_model("auth", "Group").objects.get_or_create(name="supervisors")
    supervisors.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [("dashboard", "0002_groups")]  # noqa: RUF012 - the form Django reads
    operations = [  # noqa: RUF012 - as above
        migrations.AlterModelOptions(
            name="console",
            options={"managed": False, "default_permissions": (), "permissions": (CHOOSE, SUPERVISE)},
        ),
        migrations.RunPython(grant, migrations.RunPython.noop),
    ]
