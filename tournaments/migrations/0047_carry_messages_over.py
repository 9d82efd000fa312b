"""Carry deliveries, letters and happenings over to jobs, in a transaction of their own.

A letter keeps its id. A happening gets the id that its event would give it now, so that none is told twice.
"""

from typing import Any
from uuid import UUID, uuid5

from django.db import migrations

DELIVERIES = """
INSERT INTO tournaments_job (
    id, kind, endpoint_id, sequence, params, actor, state, stage, done, "of", attempts, failures,
    asked_at, due_at, ended_at, leased_by, leased_from
)
SELECT
    id, CASE kind WHEN 'ping' THEN 'ping' ELSE 'message' END, endpoint_id, sequence, payload, '',
    CASE state WHEN 'waiting' THEN 'queued' WHEN 'delivered' THEN 'done' WHEN 'missed' THEN 'cancelled'
        ELSE 'failed' END,
    '', 0, 0, tries, 0, created_at, next_at, ended_at, '', 0
FROM tournaments_delivery
"""
NAMES = UUID("0a3c5d0e-6e6f-5469-a365-6e6967697269")
STATES = {"waiting": "queued", "delivered": "done", "failed": "failed"}
MOST_TRIES = 5


def carry_letters_over(apps: Any, _editor: Any) -> None:
    job, letter = (apps.get_model("tournaments", name) for name in ("Job", "Letter"))
    job.objects.bulk_create(
        (
            job(
                id=one.pk,
                kind="mail",
                tournament_id=one.notice.tournament_id,
                params={"notice": str(one.notice_id)},
                state=STATES[one.state],
                attempts=one.tries,
                asked_at=one.notice.created_at,
                due_at=one.next_at,
                ended_at=None if one.state == "waiting" else one.next_at,
            )
            for one in letter.objects.select_related("notice").iterator()
        ),
        batch_size=500,
    )


def carry_happenings_over(apps: Any, _editor: Any) -> None:
    job, happening = (apps.get_model("tournaments", name) for name in ("Job", "Happening"))
    job.objects.bulk_create(
        (
            job(
                id=uuid5(NAMES, f"notify/{one.position}"),
                kind="notify",
                actor=one.actor,
                params={
                    "position": one.position,
                    "kind": one.kind,
                    "stream": one.stream,
                    "data": one.data,
                },
                state="queued" if one.tries < MOST_TRIES else "failed",
                attempts=one.tries,
                asked_at=one.at,
                due_at=one.at,
                ended_at=None if one.tries < MOST_TRIES else one.at,
            )
            for one in happening.objects.iterator()
        ),
        batch_size=500,
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0046_messages_are_jobs")]

    operations = [
        migrations.RunSQL(DELIVERIES, migrations.RunSQL.noop),
        migrations.RunPython(carry_letters_over, migrations.RunPython.noop),
        migrations.RunPython(carry_happenings_over, migrations.RunPython.noop),
    ]
