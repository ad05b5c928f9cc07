"""Seats and teams of supervisors belong to the app accounts; their tables stay as they are."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = (("dashboard", "0007_supervision"),)
    operations = (
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel("Seat"), migrations.DeleteModel("Supervision")]
        ),
    )
