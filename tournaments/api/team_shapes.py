"""Shapes of teams, matches and their places."""

from typing import Any

from rest_framework import serializers

from tournaments.deciding.setting_up import MOST_BOARDS
from tournaments.operations.fields import NameField, RankField


class SideOut(serializers.Serializer[Any]):
    entry = serializers.UUIDField()
    name = serializers.CharField()
    key = serializers.CharField()


class MemberOut(SideOut):
    """``board`` 0: a substitute."""

    rank = RankField()
    board = serializers.IntegerField()
    withdrawn = serializers.BooleanField()


class LineUpOut(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    players = serializers.ListField(child=serializers.UUIDField())


class TeamOut(serializers.Serializer[Any]):
    """``rank`` and ``rating``: the mean of the boards. ``line_ups``: those that were set or paired."""

    id = serializers.UUIDField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    country = serializers.CharField()
    club = serializers.CharField()
    rank = RankField()
    rating = serializers.IntegerField()
    members = MemberOut(many=True)
    line_ups = LineUpOut(many=True)


class TeamsOut(serializers.Serializer[Any]):
    """``boards`` 0: players play for themselves."""

    tournament = serializers.SlugField()
    boards = serializers.IntegerField()
    teams = TeamOut(many=True)


class TeamIn(serializers.Serializer[Any]):
    """``members``: entries, those of the boards from board 1 down, then the substitutes."""

    name = NameField(max_length=60)
    members = serializers.ListField(child=serializers.UUIDField(), max_length=30)
    country = serializers.RegexField(r"^[A-Z]{2}\Z", required=False, allow_blank=True, default="")
    club = NameField(max_length=12, required=False, allow_blank=True, default="")


class TeamChange(serializers.Serializer[Any]):
    """``reason`` is needed once a round is paired."""

    name = NameField(max_length=60, required=False)
    members = serializers.ListField(child=serializers.UUIDField(), max_length=30, required=False)
    country = serializers.RegexField(r"^[A-Z]{2}\Z", required=False, allow_blank=True)
    club = NameField(max_length=12, required=False, allow_blank=True)
    reason = serializers.CharField(max_length=500, required=False, allow_blank=True)


class LineUpIn(serializers.Serializer[Any]):
    """``players``: one member for each board, from board 1 down."""

    players = serializers.ListField(child=serializers.UUIDField(), max_length=MOST_BOARDS)
    reason = serializers.CharField(max_length=500, required=False, default="", allow_blank=True)


class TeamNameOut(serializers.Serializer[Any]):
    team = serializers.UUIDField()
    name = serializers.CharField()


class TeamSideOut(TeamNameOut):
    points = serializers.FloatField()


class BoardSideOut(SideOut):
    team = serializers.UUIDField()


class BoardOut(serializers.Serializer[Any]):
    board = serializers.IntegerField()
    game = serializers.UUIDField()
    table = serializers.IntegerField()
    white = BoardSideOut()
    black = BoardSideOut()
    handicap = serializers.IntegerField()
    result = serializers.CharField()
    by_default = serializers.BooleanField()
    text = serializers.CharField()
    result_state = serializers.CharField()


class TeamMatchOut(serializers.Serializer[Any]):
    """``white`` has White at board 1; ``points`` are board points."""

    table = serializers.IntegerField()
    white = TeamSideOut()
    black = TeamSideOut()
    result = serializers.CharField()
    finished = serializers.BooleanField()
    boards = BoardOut(many=True)


class TeamMatchesOut(serializers.Serializer[Any]):
    tournament = serializers.SlugField()
    round = serializers.IntegerField()
    matches = TeamMatchOut(many=True)
    byes = TeamNameOut(many=True)


class TeamMatchIn(serializers.Serializer[Any]):
    """Two teams; ``white`` has White at board 1."""

    white = serializers.UUIDField()
    black = serializers.UUIDField()
    reason = serializers.CharField(max_length=500, required=False, default="", allow_blank=True)


class TeamPlaceOut(TeamNameOut):
    place = serializers.IntegerField()
    country = serializers.CharField()
    club = serializers.CharField()
    scores = serializers.DictField(child=serializers.FloatField())
    matches = serializers.ListField(child=serializers.CharField())
    why = serializers.CharField()


class AtBoardOut(SideOut):
    team = serializers.UUIDField()
    team_name = serializers.CharField()
    games = serializers.IntegerField()
    points = serializers.FloatField()


class BoardPrizeOut(serializers.Serializer[Any]):
    board = serializers.IntegerField()
    players = AtBoardOut(many=True)


class TeamStandingsOut(serializers.Serializer[Any]):
    """``matches``: a cell a round, "3+2½:½" against row 3. ``boards``: how players did at each board."""

    tournament = serializers.SlugField()
    round = serializers.IntegerField()
    at = serializers.IntegerField(allow_null=True)
    criteria = serializers.ListField(child=serializers.CharField())
    rows = TeamPlaceOut(many=True)
    boards = BoardPrizeOut(many=True)
