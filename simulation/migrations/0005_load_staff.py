"""Agents of a load run, to bring them back and hand them to the next one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("simulation", "0004_real_time"),)

    operations = (migrations.AddField("loadrun", "staff", models.JSONField(default=list)),)
