"""Chats in the history: scene, first response, rating; the outcome that an agent chose, of calls too."""

from django.db import migrations, models


def text() -> "models.CharField[str, str]":
    return models.CharField(max_length=255, blank=True, default="")


class Migration(migrations.Migration):
    dependencies = (("reporting", "0004_callers"),)

    operations = (
        *(
            migrations.AddField(model_name="callrecord", name=name, field=field)
            for name, field in (
                ("scene", text()),
                ("outcome_code", text()),
                ("responded_ms", models.BigIntegerField(null=True)),
                ("response_target_ms", models.BigIntegerField(null=True)),
                ("responded_within", models.BooleanField(default=False)),
                ("rating", models.PositiveSmallIntegerField(default=0)),
            )
        ),
        *(
            migrations.AddField(model_name="interval", name=name, field=field)
            for name, field in (
                ("scene", text()),
                ("responded", models.PositiveIntegerField(default=0)),
                ("responded_within", models.PositiveIntegerField(default=0)),
                ("responded_ms", models.BigIntegerField(default=0)),
                ("rated", models.PositiveIntegerField(default=0)),
                ("ratings", models.PositiveIntegerField(default=0)),
            )
        ),
        migrations.RemoveConstraint(model_name="interval", name="reporting_one_interval"),
        migrations.AddConstraint(
            model_name="interval",
            constraint=models.UniqueConstraint(
                fields=("length_minutes", "start", "queue", "agent_group", "scene"),
                name="reporting_interval_of_scene",
            ),
        ),
    )
