"""What an organisation keeps in bytes, counted anew: erasing notes nothing, nor does moving in."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import BigIntegerField, QuerySet, Sum
from django.db.models.functions import Length

from games.claims.rows import ClaimEvidence, ClaimPicture, ClaimRow
from games.game.records import GameRecord
from games.game.rows import GameRow
from games.log import store
from tournaments.people.quotas.limits import quota_of
from tournaments.tables.people import Organisation
from tournaments.tables.quotas import Quota
from tournaments.tables.rows import TournamentRow

EVERY = timedelta(days=1)


def count_again(at: datetime) -> int:
    """Of whoever was not counted within a day; how many organisations."""
    known = Quota.objects.filter(counted_at__gt=at - EVERY).values("pk")
    hosts = TournamentRow.objects.values("organisation_id")
    houses = list(Organisation.objects.filter(pk__in=hosts).exclude(pk__in=known))
    for house in houses:
        _count(house.pk, at)
    return len(houses)


def _count(house: UUID, at: datetime) -> None:
    with transaction.atomic():
        store.take_turn()
        quota = quota_of(house)
        quota.stored_bytes, quota.counted_at = stored_bytes(house), at
        quota.save()


def stored_bytes(house: UUID) -> int:
    """Of records, and of the words and pictures of claims, in all of its tournaments."""
    own = TournamentRow.objects.filter(organisation_id=house)
    ids = [str(id_) for id_ in own.values_list("id", flat=True)]
    games = GameRow.objects.filter(context__in=ids).values("game_id")
    claims = ClaimRow.objects.filter(context__in=ids).values("claim_id")
    return (
        _bytes(GameRecord.objects.filter(game_id__in=games), "data")
        + _bytes(ClaimPicture.objects.filter(claim_id__in=claims), "data")
        + _bytes(ClaimEvidence.objects.filter(claim_id__in=claims), "text")
    )


def _bytes(rows: QuerySet[Any], column: str) -> int:
    return int(rows.aggregate(all=Sum(Length(column, output_field=BigIntegerField())))["all"] or 0)
