"""Index of calls by caller, for the earlier calls of a customer."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("reporting", "0003_search"),)

    operations = (
        migrations.AddIndex(
            model_name="callrecord",
            index=models.Index(fields=["caller", "ended_at"], name="reporting_calls_of_caller"),
        ),
    )
