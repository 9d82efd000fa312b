from django.db import migrations, models

from games.log.online import AddIndexOnline


class Migration(migrations.Migration):
    atomic = False  # indexes are built while others write

    dependencies = [
        ("games", "0014_openings"),
    ]

    operations = [
        AddIndexOnline(
            model_name="claimrow",
            index=models.Index(fields=["made_at", "claim_id"], name="claims_made"),
        ),
        AddIndexOnline(
            model_name="claimrow",
            index=models.Index(fields=["stage", "made_at", "claim_id"], name="claims_at_stage"),
        ),
        AddIndexOnline(
            model_name="claimrow",
            index=models.Index(fields=["kind", "made_at", "claim_id"], name="claims_of_kind"),
        ),
    ]
