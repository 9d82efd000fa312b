from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0014_openings"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="claimrow",
            index=models.Index(fields=["made_at", "claim_id"], name="claims_made"),
        ),
        migrations.AddIndex(
            model_name="claimrow",
            index=models.Index(fields=["stage", "made_at", "claim_id"], name="claims_at_stage"),
        ),
        migrations.AddIndex(
            model_name="claimrow",
            index=models.Index(fields=["kind", "made_at", "claim_id"], name="claims_of_kind"),
        ),
    ]
