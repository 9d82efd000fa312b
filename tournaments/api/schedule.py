"""The plan of a round robin or a knock-out: seeds, rounds, bracket."""

from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import TournamentView
from tournaments.reading.schedule_bodies import schedule_body
from tournaments.tables.rows import TournamentRow

GROUP = OpenApiParameter("group", str, description="Of an event with groups, which; empty for those without")


class ScheduledOut(serializers.Serializer[Any]):
    """An entry, or a team where matches have boards."""

    entry = serializers.UUIDField(allow_null=True)
    team = serializers.UUIDField(allow_null=True)
    name = serializers.CharField()
    key = serializers.CharField()


class ScheduledGameOut(serializers.Serializer[Any]):
    """As it was played, or will be: ``result`` is "not_played" until it is known.

    Of teams ``white`` has White at board 1, and points are board points; else they are null.
    """

    white = ScheduledOut()
    black = ScheduledOut()
    result = serializers.CharField()
    white_points = serializers.FloatField(allow_null=True)
    black_points = serializers.FloatField(allow_null=True)


class ScheduledRoundOut(serializers.Serializer[Any]):
    """``free``: who has no opponent, where the players are odd. ``date``: ISO 8601, or empty."""

    number = serializers.IntegerField()
    date = serializers.CharField()
    games = ScheduledGameOut(many=True)
    free = ScheduledOut(many=True)


class MatchOut(serializers.Serializer[Any]):
    """``place``: "W2/1" is level 2 of the winners' side, match 1; L losers' side, F finals, T third place.

    ``state``: open (not known who), free (nobody to play), due, paired, decided. ``winner``: an entry, or a
    team. ``table``: of a match of teams the first of its tables. An even one of a knock-out goes to the team
    that has more at board 1, else at board 2, and so on.
    """

    place = serializers.CharField()
    round = serializers.IntegerField()
    one = ScheduledOut(allow_null=True)
    other = ScheduledOut(allow_null=True)
    winner = serializers.UUIDField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    by_default = serializers.BooleanField()
    state = serializers.ChoiceField(["open", "free", "due", "paired", "decided"])


class ScheduleOut(serializers.Serializer[Any]):
    """``rounds`` of a round robin, ``matches`` of a knock-out; both empty until round 1 is paired."""

    tournament = serializers.SlugField()
    system = serializers.CharField()
    group = serializers.CharField(allow_blank=True)
    groups = serializers.ListField(child=serializers.CharField(allow_blank=True))
    seeds = ScheduledOut(many=True)
    rounds = ScheduledRoundOut(many=True)
    matches = MatchOut(many=True)


class ScheduleView(TournamentView):
    access: ClassVar[dict[str, str]] = {"GET": "tournament.read"}

    @extend_schema(operation_id="schedule", parameters=[GROUP], responses={200: ScheduleOut, 304: None})
    def get(self, request: Request, slug: str) -> Response:
        """The plan of a round robin or a knock-out, as far as it is drawn and published."""
        row: TournamentRow = self.tournament(slug)
        group = request.query_params.get("group")
        return self.for_reader(row, lambda officer: schedule_body(row, group, officer=officer))
