"""Tables of the history."""

from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = ()

    operations = (
        migrations.CreateModel(
            name="CallRecord",
            fields=[
                ("call_id", models.CharField(max_length=255, primary_key=True, serialize=False)),
                ("version", models.PositiveBigIntegerField()),
                ("queue", models.CharField(max_length=255)),
                ("agent_group", models.CharField(max_length=255)),
                ("agent_id", models.CharField(blank=True, max_length=255)),
                ("source", models.CharField(blank=True, max_length=255)),
                ("priority", models.PositiveSmallIntegerField()),
                ("status", models.CharField(max_length=20)),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("answered", "Answered"),
                            ("abandoned", "Abandoned"),
                            ("setAside", "Set Aside"),
                        ],
                        max_length=20,
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("queued_at", models.DateTimeField(null=True)),
                ("answered_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(db_index=True)),
                ("waited_ms", models.BigIntegerField(null=True)),
                ("talk_ms", models.BigIntegerField()),
                ("hold_ms", models.BigIntegerField(null=True)),
                ("wrap_up_ms", models.BigIntegerField(null=True)),
                ("target_ms", models.BigIntegerField()),
                ("within_target", models.BooleanField()),
                ("abandoned_soon", models.BooleanField()),
            ],
            options={
                "default_permissions": (),
                "indexes": [
                    models.Index(
                        fields=["queue", "agent_group", "queued_at"], name="reporting_calls_of_interval"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Interval",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("start", models.DateTimeField()),
                ("length_minutes", models.PositiveSmallIntegerField()),
                ("queue", models.CharField(max_length=255)),
                ("agent_group", models.CharField(max_length=255)),
                ("offered", models.PositiveIntegerField(default=0)),
                ("answered", models.PositiveIntegerField(default=0)),
                ("abandoned", models.PositiveIntegerField(default=0)),
                ("abandoned_soon", models.PositiveIntegerField(default=0)),
                ("set_aside", models.PositiveIntegerField(default=0)),
                ("within_target", models.PositiveIntegerField(default=0)),
                ("waited_ms", models.BigIntegerField(default=0)),
                ("longest_wait_ms", models.BigIntegerField(default=0)),
                ("talk_ms", models.BigIntegerField(default=0)),
                ("hold_ms", models.BigIntegerField(null=True)),
                ("wrap_up_ms", models.BigIntegerField(null=True)),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("length_minutes", "start", "queue", "agent_group"),
                        name="reporting_one_interval",
                    )
                ],
            },
        ),
    )
