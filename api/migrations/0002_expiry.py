"""End of a token's validity."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("api", "0001_initial"),)
    operations = (migrations.AddField("ApiToken", "expires_at", models.DateTimeField(null=True)),)
