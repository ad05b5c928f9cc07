"""Tables of seats and of the teams of supervisors, which migrations of the dashboard have created."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

ID = models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def one_for_a_user(related_name: str) -> "models.OneToOneField[models.Model, models.Model]":
    return models.OneToOneField(
        on_delete=django.db.models.deletion.CASCADE, related_name=related_name, to=settings.AUTH_USER_MODEL
    )


class Migration(migrations.Migration):
    initial = True
    dependencies = (
        ("dashboard", "0008_accounts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    )
    operations = (
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="Seat",
                    fields=[
                        ("id", ID.clone()),
                        ("agent_id", models.CharField(max_length=80, unique=True)),
                        ("given_by", models.CharField(max_length=150)),
                        ("given_at", models.DateTimeField()),
                        ("user", one_for_a_user("seat")),
                    ],
                    options={"db_table": "dashboard_seat", "default_permissions": ()},
                ),
                migrations.CreateModel(
                    name="Supervision",
                    fields=[
                        ("id", ID.clone()),
                        ("teams", models.JSONField(default=list)),
                        ("user", one_for_a_user("supervision")),
                    ],
                    options={"db_table": "dashboard_supervision", "default_permissions": ()},
                ),
            ]
        ),
    )
