"""Webhooks: signing secrets, addresses of callbacks, deliveries."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("reporting", "0005_chats"),)

    operations = (
        migrations.CreateModel(
            name="WebhookSecret",
            fields=[
                ("name", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("sealed", models.TextField()),
                ("made_at", models.DateTimeField()),
            ],
            options={"default_permissions": ()},
        ),
        migrations.CreateModel(
            name="CallCallback",
            fields=[
                ("call_id", models.CharField(max_length=255, primary_key=True, serialize=False)),
                ("url", models.CharField(max_length=1000)),
                ("created_at", models.DateTimeField(db_index=True)),
            ],
            options={"default_permissions": ()},
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("target", models.CharField(max_length=255)),
                ("message_id", models.CharField(max_length=80)),
                ("url", models.CharField(blank=True, default="", max_length=1000)),
                ("kind", models.CharField(max_length=40)),
                ("call_id", models.CharField(blank=True, db_index=True, default="", max_length=255)),
                ("body", models.TextField()),
                ("created_at", models.DateTimeField(db_index=True)),
                ("state", models.CharField(default="waiting", max_length=10)),
                ("due_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("attempts", models.JSONField(default=list)),
            ],
            options={
                "default_permissions": (),
                "indexes": [
                    models.Index(
                        fields=["due_at"],
                        condition=models.Q(("state", "waiting")),
                        name="reporting_deliveries_due",
                    ),
                    models.Index(fields=["target", "-id"], name="reporting_deliveries_of"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("target", "message_id"), name="reporting_delivery_once")
                ],
            },
        ),
    )
