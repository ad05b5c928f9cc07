"""Searchable columns of each call: caller, agent's name, offers, folded text.

Records that are there are filled by `beat`, some thousand a minute (`reporting.history.keeping.search_fill`).
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("reporting", "0002_quarter"),)

    operations = (
        *(
            migrations.AddField(
                model_name="callrecord",
                name=name,
                field=models.CharField(max_length=255, blank=True, default=""),
                preserve_default=False,
            )
            for name in ("agent_name", "caller")
        ),
        migrations.AddField(
            model_name="callrecord",
            name="search",
            field=models.TextField(blank=True, default=""),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="callrecord", name="attempts", field=models.PositiveIntegerField(null=True)
        ),
        migrations.AddIndex(
            model_name="callrecord",
            index=models.Index(
                fields=["call_id"], condition=models.Q(search=""), name="reporting_calls_unsearchable"
            ),
        ),
    )
