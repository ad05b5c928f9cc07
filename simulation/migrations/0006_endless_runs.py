"""Load runs as simulations without an end; keeps the newest one, running or not."""

from typing import Any

from django.db import migrations, models

FIGURES = ("rate", "agents", "answer_seconds", "talk_seconds", "wrap_up_seconds", "patience_seconds")


def newest_load_keep(apps: Any, _editor: object) -> None:
    """A load goes on where it was, with its agents, and the next one finds the agents of the last."""
    old = (
        apps.get_model("simulation", "LoadRun").objects.filter(simulation="").order_by("-started_at").first()
    )
    if old is None:
        return
    has_ended = old.ended_at is not None
    state = "stopped" if has_ended else "stopping" if old.stop_requested_at else "running"
    apps.get_model("simulation", "SimulationRun").objects.create(
        id=old.id,
        name="Demo load",
        scenario={
            "seed": old.seed,
            "figures": {name: getattr(old, name) for name in FIGURES},
            "wishes": old.wishes,
            "staff": old.staff,
        },
        replications=1,
        expected_calls=0,
        state=state,
        arrived=old.arrived,
        facts={"arrived_seconds": old.arrived_seconds, "missed": old.missed},
        created_at=old.started_at,
        created_by=old.started_by,
        started_at=old.started_at,
        begins_at=old.started_at,
        heard_at=old.lease_until,
        ended_at=old.ended_at,
        stopped_by=old.stopped_by,
        error=old.error,
        place="deployment",
        is_cleared=has_ended,
        is_endless=True,
    )


class Migration(migrations.Migration):
    dependencies = (("simulation", "0005_load_staff"),)

    operations = (
        migrations.AddField("simulationrun", "is_endless", models.BooleanField(default=False)),
        migrations.RemoveConstraint("simulationrun", "simulation_one_in_real_time"),
        migrations.RunPython(newest_load_keep, migrations.RunPython.noop, elidable=True),
        migrations.AddConstraint(
            "simulationrun",
            models.UniqueConstraint(
                fields=("is_cleared",),
                condition=models.Q(is_cleared=False, is_endless=False),
                name="simulation_one_in_real_time",
            ),
        ),
        migrations.AddConstraint(
            "simulationrun",
            models.UniqueConstraint(
                fields=("place",),
                condition=models.Q(is_cleared=False, place="deployment"),
                name="simulation_one_on_the_deployment",
            ),
        ),
        migrations.DeleteModel("LoadRun"),
        migrations.CreateModel(
            name="LoadRun",
            fields=[],
            options={
                "proxy": True,
                "default_permissions": (),
                "permissions": (("control_load", "Can start and stop the load"),),
            },
            bases=("simulation.simulationrun",),
        ),
    )
