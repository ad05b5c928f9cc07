"""Quarter of an hour of each call, by which intervals are counted."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("reporting", "0001_history"),)

    operations = (
        migrations.RemoveIndex(model_name="callrecord", name="reporting_calls_of_interval"),
        migrations.AddField(model_name="callrecord", name="quarter", field=models.DateTimeField(null=True)),
        migrations.AddIndex(
            model_name="callrecord",
            index=models.Index(fields=["queue", "quarter"], name="reporting_calls_of_quarter"),
        ),
    )
