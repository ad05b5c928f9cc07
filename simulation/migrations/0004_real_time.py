"""Simulations in real time: their table, their shares, and what is left to clear."""

from django.db import migrations, models

PLACES = ("virtual", "apart", "deployment")


def count() -> "models.PositiveIntegerField[int, int]":
    """A number that begins at 0."""
    return models.PositiveIntegerField(default=0)


class Migration(migrations.Migration):
    dependencies = (("simulation", "0003_simulationrun"),)

    operations = (
        migrations.AddField("loadrun", "simulation", models.CharField(blank=True, max_length=12)),
        migrations.AddField(
            "simulationrun",
            "place",
            models.CharField(max_length=10, choices=[(one, one) for one in PLACES], default="virtual"),
        ),
        migrations.AddField("simulationrun", "shares", models.PositiveSmallIntegerField(default=1)),
        migrations.AddField("simulationrun", "begins_at", models.DateTimeField(null=True, blank=True)),
        migrations.AddField("simulationrun", "facts", models.JSONField(default=dict)),
        migrations.AddField("simulationrun", "is_cleared", models.BooleanField(default=True)),
        migrations.AddConstraint(
            "simulationrun",
            models.UniqueConstraint(
                fields=("is_cleared",),
                condition=models.Q(is_cleared=False),
                name="simulation_one_in_real_time",
            ),
        ),
        migrations.CreateModel(
            name="SimulationShare",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("owner", models.CharField(max_length=100, blank=True)),
                ("heard_at", models.DateTimeField()),
                ("arrived", count()),
                ("refused", count()),
                ("errors", count()),
                ("conflicts", count()),
                ("is_over", models.BooleanField(default=False)),
                ("has_left", models.BooleanField(default=False)),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=models.deletion.CASCADE,
                        related_name="parts",
                        to="simulation.simulationrun",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("run", "number"), name="simulation_share_once")
                ],
            },
        ),
    )
