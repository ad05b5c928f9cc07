"""Table of the teams of supervisors."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [  # noqa: RUF012 - the form Django reads
        ("dashboard", "0006_roles"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [  # noqa: RUF012 - as above
        migrations.CreateModel(
            name="Supervision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("teams", models.JSONField(default=list)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=models.CASCADE, related_name="supervision", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={"default_permissions": ()},
        ),
    ]
