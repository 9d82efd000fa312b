"""Django's admin is gone. Its log would go on pointing at accounts, which could then not be deleted."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = (("tournaments", "0030_posters_in_a_language"),)
    operations = (
        migrations.RunSQL("DROP TABLE IF EXISTS django_admin_log", reverse_sql=migrations.RunSQL.noop),
    )
