"""Agent groups are teams: calls recorded before there were any have none."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

BEFORE, NONE = "all", ""


def _name(apps: StateApps, before: str, after: str) -> None:
    for model in ("CallRecord", "Interval"):
        apps.get_model("reporting", model).objects.filter(agent_group=before).update(agent_group=after)


def forwards(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    _name(apps, BEFORE, NONE)


def backwards(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    _name(apps, NONE, BEFORE)


class Migration(migrations.Migration):
    dependencies = [("reporting", "0006_webhooks")]  # noqa: RUF012 - the form Django reads

    operations = [
        migrations.AlterField(
            model_name=model, name="agent_group", field=models.CharField(blank=True, max_length=255)
        )
        for model in ("callrecord", "interval")
    ] + [migrations.RunPython(forwards, backwards)]
