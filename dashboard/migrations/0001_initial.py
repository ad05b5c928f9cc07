"""Permission to choose for agents; no table."""

from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    operations = [  # noqa: RUF012 - the form Django reads
        migrations.CreateModel(
            name="Console",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
            ],
            options={
                "permissions": (("change_agent_choice", "Can mark agents available, paused or offline"),),
                "managed": False,
                "default_permissions": (),
            },
        ),
    ]
