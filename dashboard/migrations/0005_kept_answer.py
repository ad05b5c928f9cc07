"""Table of kept answers of keyed commands."""

from django.core.serializers.json import DjangoJSONEncoder
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("dashboard", "0004_seat")]  # noqa: RUF012 - the form Django reads

    operations = [  # noqa: RUF012 - as above
        migrations.CreateModel(
            name="KeptAnswer",
            fields=[
                ("key", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("expires_at", models.BigIntegerField(db_index=True)),
                ("status", models.PositiveSmallIntegerField(default=0)),
                ("text", models.TextField(blank=True)),
                ("data", models.JSONField(encoder=DjangoJSONEncoder, default=dict)),
            ],
            options={"default_permissions": ()},
        ),
    ]
