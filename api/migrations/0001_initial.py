"""Table of the tokens of programs."""

from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    dependencies = ()
    operations = (
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=16, unique=True)),
                ("digest", models.CharField(max_length=64)),
                ("name", models.CharField(max_length=60)),
                ("scopes", models.JSONField(default=list)),
                ("created_at", models.DateTimeField()),
                ("last_used_at", models.DateTimeField(null=True)),
                ("revoked_at", models.DateTimeField(null=True)),
            ],
            options={"default_permissions": ()},
        ),
        migrations.AddConstraint(
            model_name="apitoken",
            constraint=models.UniqueConstraint(
                models.F("name"), condition=models.Q(("revoked_at", None)), name="one_token_of_a_name"
            ),
        ),
    )
