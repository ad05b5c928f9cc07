"""Table of seats: which user answers calls as which agent."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [  # noqa: RUF012 - the form Django reads
        ("dashboard", "0003_supervise"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [  # noqa: RUF012 - as above
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("agent_id", models.CharField(max_length=80, unique=True)),
                ("given_by", models.CharField(max_length=150)),
                ("given_at", models.DateTimeField()),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seat",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"default_permissions": ()},
        ),
    ]
