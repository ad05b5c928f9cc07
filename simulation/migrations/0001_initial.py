"""Table of load runs."""

from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = ()

    operations = (
        migrations.CreateModel(
            name="LoadRun",
            fields=[
                ("id", models.CharField(max_length=12, primary_key=True, serialize=False)),
                ("seed", models.BigIntegerField()),
                ("rate", models.FloatField()),
                ("agents", models.PositiveIntegerField()),
                ("wishes", models.JSONField(default=list)),
                ("answer_seconds", models.FloatField()),
                ("talk_seconds", models.FloatField()),
                ("wrap_up_seconds", models.FloatField()),
                ("patience_seconds", models.FloatField()),
                ("started_at", models.DateTimeField()),
                ("started_by", models.CharField(blank=True, max_length=150)),
                ("stop_requested_at", models.DateTimeField(blank=True, null=True)),
                ("stopped_by", models.CharField(blank=True, max_length=150)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("arrived", models.PositiveIntegerField(default=0)),
                ("arrived_seconds", models.FloatField(default=0.0)),
                ("missed", models.PositiveIntegerField(default=0)),
                ("lease_owner", models.CharField(blank=True, max_length=100)),
                ("lease_until", models.DateTimeField()),
                ("error", models.TextField(blank=True)),
            ],
            options={
                "permissions": (("control_load", "Can start and stop the load"),),
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(
                        models.ExpressionWrapper(
                            models.Q(("ended_at", None)), output_field=models.BooleanField()
                        ),
                        condition=models.Q(("ended_at", None)),
                        name="simulation_one_live_run",
                    )
                ],
            },
        ),
    )
