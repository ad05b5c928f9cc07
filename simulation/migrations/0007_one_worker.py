"""One worker for each simulation in real time: no shares."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = (("simulation", "0006_endless_runs"),)

    operations = (
        migrations.DeleteModel("SimulationShare"),
        migrations.RemoveField("simulationrun", "shares"),
    )
