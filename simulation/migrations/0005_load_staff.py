"""Loads remember which agents they play, so that these come back and the next load takes them over."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("simulation", "0004_real_time"),)

    operations = (migrations.AddField("loadrun", "staff", models.JSONField(default=list)),)
