"""Table of agents that loads leave to people."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("simulation", "0001_initial"),)

    operations = (
        migrations.CreateModel(
            name="AgentByHand",
            fields=[("agent_id", models.CharField(max_length=80, primary_key=True, serialize=False))],
            options={"default_permissions": ()},
        ),
    )
