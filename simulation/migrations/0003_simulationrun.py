"""Table of simulations played in virtual time."""

from django.db import migrations, models

STATES = ("queued", "running", "stopping", "done", "stopped", "failed")


class Migration(migrations.Migration):
    dependencies = (("simulation", "0002_agentbyhand"),)

    operations = (
        migrations.CreateModel(
            name="SimulationRun",
            fields=[
                ("id", models.CharField(max_length=12, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=80)),
                ("scenario", models.JSONField()),
                ("replications", models.PositiveIntegerField()),
                ("expected_calls", models.FloatField()),
                ("state", models.CharField(choices=[(one, one) for one in STATES], max_length=10)),
                ("done", models.PositiveIntegerField(default=0)),
                ("arrived", models.PositiveBigIntegerField(default=0)),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("owner", models.CharField(blank=True, max_length=100)),
                ("created_at", models.DateTimeField()),
                ("created_by", models.CharField(blank=True, max_length=150)),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("heard_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("stopped_by", models.CharField(blank=True, max_length=150)),
                ("error", models.TextField(blank=True)),
                ("report", models.JSONField(blank=True, null=True)),
                ("sheet", models.TextField(blank=True)),
            ],
            options={"ordering": ("-created_at", "-id"), "default_permissions": ()},
        ),
    )
